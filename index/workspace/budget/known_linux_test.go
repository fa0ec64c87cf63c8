package budget

// knows: the system says how much memory there is.
const knows = true
