// Package system is what this module asks of the operating system: free memory, processors, pages, and files that are
// replaced as a whole. A source file whose name ends in the name of a system is for that system. Files with _other are
// for the systems that have no file of their own; what such a system does not tell sets no limit.
package system
