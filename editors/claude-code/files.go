// Package claudecode holds the texts of the plugin for Claude Code: this folder is
// the plugin, and ci init writes the same into a repository without one.
package claudecode

import "embed"

// Files are the commands and skills, by their paths below .claude in a repository.
//
//go:embed commands/*.md skills/*/SKILL.md
var Files embed.FS
