package line

import (
	"testing"

	"jadoube/sensors"
	"jadoube/sensors/link"
	"jadoube/sensors/link/linktest"
)

var seeds = []string{
	"-e2\n+e4\n", "FFFF00000000EFFF\n", ":255 255 0 0 0 0 247 255 \r\n", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR\n",
	"E2\n-----\nE4\n-----\n", "6,4,0\n4,4,1\n", "e2e4\ne7e8q\nnew\n", "press white\n", "U e2\rD e4 P\r", "XXXXXXXX\n........\n\n",
	"1 1 1 1 1 1 1 1\n", "000000001000EFFF FFFF000000000000\n", "+e4w -e2\n",
}

func fuzz(f *testing.F, opt Options) {
	for _, s := range seeds {
		f.Add([]byte(s), uint8(3))
	}
	f.Add(binaryE4, uint8(0))
	linktest.Fuzz(f, opt.Kind, func() link.Protocol { return protocol(opt) })
}

func FuzzOccupancy(f *testing.F) { fuzz(f, usual) }

func FuzzColour(f *testing.F) { fuzz(f, usual.of(sensors.Colour)) }

func FuzzPiece(f *testing.F) { fuzz(f, usual.of(sensors.Piece)) }

func FuzzBinary(f *testing.F) { fuzz(f, binaryBoard()) }
