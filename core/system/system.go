// Package system is what this module asks of the operating system: free memory, processors, pages, files that are
// replaced whole. A file whose name ends in the name of a system is that system's; files with _other are for those that
// have no other one, where what is not known sets no limit.
package system
