// Package command has the commands: a file for each, with the struct of its fields, its
// row in the table of commands, and its method run, which returns the reply. Run leads
// a command through: parse, check, dispatch, run, reply.
package command
