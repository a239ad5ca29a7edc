package app

import (
	"jadoube/cmd/internal/config"
	"jadoube/ledmatrix"
)

func lightsOf(c config.LEDs) lightSettings {
	return lightSettings{palette: c.Colours(), gamma: ledmatrix.MinGamma, power: c.Power(), strip: ledmatrix.Layout{}.Strip()}
}
