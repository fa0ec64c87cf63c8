// Package secrets recognizes keys, passwords and tokens, so that no answer, and
// nothing that is kept on disk, repeats one.
//
// It knows two things. Hidden tells from a path whether a file is made to hold
// secrets; the text of such a file is not shown at all, and what is extracted from
// it is extracted from a text in which only names and structure are left. In every
// other file Mask replaces the values that look like keys, by the formats that
// their issuers document and by the names of what they are assigned to.
//
// A masked text has the length, the lines and the columns (in bytes and in UTF-16)
// of the original, so that positions hold for both. Masking is idempotent.
package secrets
