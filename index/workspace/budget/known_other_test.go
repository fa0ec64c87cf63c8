//go:build !linux

package budget

// knows: the system does not say how much memory there is.
const knows = false
