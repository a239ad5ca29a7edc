package rules

import "testing"

func TestCheckBy(t *testing.T) {
	for _, tc := range []struct {
		name, fen, move string
		want            Check
	}{
		{"none", StartFEN, "e4", NoCheck},
		{"rook", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", DirectCheck},
		{"a knight opens a file", "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "Nc5", DiscoveredCheck},
		{"and checks itself", "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "Nd6", DoubleCheck},
		{"a king opens a diagonal", "4k3/8/8/8/8/5K2/6B1/7B w - - 0 1", "Ke3", NoCheck},
		{"a king opens a file", "4k3/8/8/8/4K3/8/8/4R3 w - - 0 1", "Kd4", DiscoveredCheck},
		{"castling with check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", DirectCheck},
		{"promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=R", DirectCheck},
		{"promotion without", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N", NoCheck},
		{"a promoted pawn opens a file", "3kn3/3P4/8/8/8/8/8/3RK3 w - - 0 1", "dxe8=Q", DoubleCheck},
		{"promoted to a knight it only opens", "3kn3/3P4/8/8/8/8/8/3RK3 w - - 0 1", "dxe8=N", DiscoveredCheck},
		{"en passant opens the victim's rank", "8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "exd6", DiscoveredCheck},
		{"en passant opens the victim's diagonal", "6k1/8/8/3pP3/8/1B6/8/4K3 w - d6 0 1", "exd6", DiscoveredCheck},
		{"en passant by itself", "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", DirectCheck},
		{"a fork is no double check", "4k2q/8/8/4N3/8/8/8/4K3 w - - 0 1", "Ng6", NoCheck},
		{"a fork with check is a direct one", "3qk3/8/8/8/4N3/8/8/4K3 w - - 0 1", "Nf6", DirectCheck},
	} {
		p := MustFEN(tc.fen)
		m, err := p.ParseSAN(tc.move)
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if got := p.CheckBy(m); got != tc.want {
			t.Errorf("%s: got %s, want %s", tc.name, got, tc.want)
		}
	}
}
