//go:build unix && !linux

package main

func fragile(*app) {}
