// Jadoube is the board's program: it serves a board, reads its recordings, and answers questions about
// positions. Package main knows the command line and nothing else: what is said on it, what is printed,
// and with which status the program ends.
package main

import (
	"context"
	"io"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run carries out one command line and returns the exit status: 0 done, 1 the work failed, 2 wrong
// usage or a refused input.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := &program{in: stdin, out: stdout, err: stderr}
	root := p.root()
	root.SetArgs(args)
	return p.status(root.ExecuteContext(ctx))
}
