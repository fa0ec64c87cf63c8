// Package speech has what sessions say to agents and to people, in English and in
// Japanese.
//
// A message is a type: its fields are what the sentence is about, and its method text
// has the sentence in both languages, side by side. Language.Say says it:
//
//	speech.Japanese.Say(speech.NotExplored{File: "shop/cart.go"})
//
// So a call names its arguments, the compiler checks their types, and a sentence may
// put them in the order of its language. A message without arguments is a Text. The
// catalogue is read in three files: steps.go has what to do next, with the prompts;
// refusals.go why something was not done or does not count; gate.go what holds writes
// up, and what the hooks of a client and the command line show of it.
//
// A text has placeholders in braces, which name fields:
//
//	{File}             the field as it is; a list has commas between its items, and a
//	                   field that is a message is said in the same language
//	{Term:q}           the text in the quotation marks of the language
//	{Items:or}         a list with "or" before the last item; {Items:;} with semicolons
//	{N:file|files}     a number and the word for one or for several; Japanese has one
//	                   form, and says {N} with its counter
//	{Score:.2f}        a number with two digits behind the point
//
// Which language a session speaks is decided when it begins (Setting.For), by the text
// of its request or by the configuration, and is kept in its record. What programs read
// is never said here: codes, names of phases, slots, tools and fields are the same in
// each language.
//
// Invariants, which tests hold: each message has both languages with the same
// placeholders, each of them a field, and each field in use; nothing that a session
// says is written outside of this package; nothing is parsed or built before it is
// said, so that a hook which says nothing pays nothing.
//
// Why no library: golang.org/x/text/message and nicksnyder/go-i18n find a message by a
// string and fill it with arguments that nothing checks, by position or by a map. Both
// build a catalogue at each start, which costs the process of a hook one and two
// milliseconds for 200 messages, and the program 0.6 and 2.5 MB. What they do better,
// plurals and numbers of many languages, two languages of which one has no plural do
// not need.
package speech
