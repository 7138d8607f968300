package cost

// ManyNetworks is the number of networks from which on a call rarely collects garbage: it takes 2 ms or more then.
const ManyNetworks = 1000
