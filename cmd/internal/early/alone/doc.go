// Package alone decides about the hooks of agents in the process that the client has
// started, where no shared process answers (package early), and does so before the rest
// of the program is initialised.
//
// Go initialises the packages that are ready in the order of their paths. This one is
// ready when those that decide are, and what it does not import comes later: the
// protocols, their schemas, the network, the command line. Half of what a hook cost was
// their initialisation. So nothing that the package imports, however indirectly, may
// import these.
package alone
