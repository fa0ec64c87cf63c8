package mcp

import (
	"errors"
	"fmt"
	"slices"

	"codeintel/index/embed"
	"codeintel/session"
	"codeintel/session/gate"
	"codeintel/session/speech"
)

// Codes of errors.
const (
	codeInvalidArgument = "invalid_argument"
	codeNotFound        = "not_found"
	codeOutside         = "path_outside_repository"
	codePattern         = "pattern_invalid"
	codeNotReady        = "index_not_ready"
	codeInitializing    = "initializing"
	codeInternal        = "internal"
)

// toolError is why a tool did not do what it was asked to, and what to do next.
// It has no path of the machine that the client has not given.
type toolError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	// Field is the argument that is wrong, Offset the place in it in bytes.
	Field  string `json:"field,omitempty"`
	Offset *int   `json:"offset,omitempty"`
	// Near are names that exist and are like the one that does not.
	Near []string `json:"near,omitempty"`
	Hint string   `json:"hint"`
	// RetryAfter is for how many seconds to wait before the next try.
	RetryAfter  int      `json:"retry_after_seconds,omitempty"`
	NextActions []string `json:"next_actions"`
	// Phase of the session, AllowedTools what it allows, Missing what the next phase
	// needs, Mend what of the arguments does not count; of refusals of a session.
	Phase        gate.Phase        `json:"phase,omitempty"`
	AllowedTools []string          `json:"allowed_tools,omitempty"`
	Missing      []session.Missing `json:"missing,omitempty"`
	Mend         []session.Mend    `json:"mend,omitempty"`
	// what and hint are Message and Hint in all languages; nil where there is only one.
	what, hint speech.Message
	// tools are the first of NextActions in an error that has what.
	tools []string
}

// in returns the error in a language. An error without what stays as it is.
func (e *toolError) in(l speech.Language) *toolError {
	if e.what == nil {
		return e
	}
	said := *e
	said.Message, said.Hint = l.Say(e.what), l.Say(e.hint)
	if e.Field != "" {
		said.Message = e.Field + ": " + said.Message
	}
	said.NextActions = slices.Clone(e.tools)
	if e.Code != codeNotFound {
		said.NextActions = append(said.NextActions, l.Say(speech.MendArgument))
	}
	return &said
}

// spoken returns err in a language if it is a toolError that has several.
func spoken(err error, l func() speech.Language) error {
	var e *toolError
	if !errors.As(err, &e) || e.what == nil {
		return err
	}
	return e.in(l())
}

func (e *toolError) Error() string { return e.Code + ": " + e.Message }

// newError returns the error of an argument, in English until spoken translates it.
func newError(code, field string, what, hint speech.Message, tools ...string) *toolError {
	e := &toolError{Code: code, Field: field, what: what, hint: hint, tools: tools}
	return e.in(speech.English)
}

// invalid returns the error of an argument that can't be used.
func invalid(field string, what, hint speech.Message) *toolError {
	return newError(codeInvalidArgument, field, what, hint)
}

// notFound returns the error of an argument that names something that does not exist.
func notFound(field string, what, hint speech.Message, tools ...string) *toolError {
	return newError(codeNotFound, field, what, hint, tools...)
}

// maxMended is how many claims that do not count an error names.
const maxMended = 20

// asToolError is err for the client. What is wrong inside is not told: it may name
// files of the machine.
func asToolError(err error) *toolError {
	var e *toolError
	if errors.As(err, &e) {
		return e
	}
	var loading *embed.Initializing
	if errors.As(err, &loading) {
		return &toolError{
			Code: codeInitializing, Message: fmt.Sprintf("the model %s is being loaded", loading.Model), RetryAfter: loading.Seconds(),
			Hint: "ask again then; with embedding_fallback in .code-intel/config.json answers are ranked by words meanwhile", NextActions: []string{"find_definitions", "search_text"},
		}
	}
	if r := refusal(err); r != nil {
		e := &toolError{
			Code: r.Code, Field: r.Field, Message: r.Message, Hint: r.Hint, NextActions: r.NextActions, Phase: r.Phase, Missing: r.Missing, Mend: r.Mend,
		}
		if n := len(e.Mend); n > maxMended {
			e.Mend, e.Hint = e.Mend[:maxMended], r.Language.Say(speech.MendedOf{Hint: e.Hint, N: maxMended, All: n})
		}
		if r.Code == gate.PhaseForbidden {
			e.AllowedTools = gate.Allowed(r.Phase)
		}
		return e
	}
	return &toolError{Code: codeInternal, Message: "the server failed; its log says why", Hint: "try again, or see `ci doctor`", NextActions: []string{"index_status"}}
}
