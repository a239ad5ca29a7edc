package config

import (
	"fmt"
	"strings"

	"jadoube/hw"
	"jadoube/sensors"
	"jadoube/sensors/trace"
)

// Buttons is [buttons]: keys and a lever on the computer's pins.
type Buttons struct {
	Keys     []string `toml:"keys"`     // the pin of each button and what it presses, as "^!GPIO16 white" or "^!GPIO21 draw-white"
	Lever    string   `toml:"lever"`    // the pin of a lever that is 1 while White's side is down; "" = none
	Debounce int      `toml:"debounce"` // ms for which a contact must keep its new level, 1 to 1000
}

// Buzzer is [buzzer]: something that hums while its pin is 1.
type Buzzer struct {
	Pin string `toml:"pin"` // "" = none
}

func defaultButtons() Buttons { return Buttons{Keys: []string{}, Debounce: 20} }

func (b Buttons) check(bad report) {
	seen := map[string]bool{}
	for _, text := range append(b.Keys[:len(b.Keys):len(b.Keys)], b.lever()...) {
		option := "keys"
		if strings.HasSuffix(text, leverWord) {
			option = "lever"
		}
		pin, _, err := parseKey(text)
		switch {
		case err != nil:
			bad(option, strings.TrimSuffix(text, leverWord), err.Error())
		case seen[pin.Name]:
			bad(option, text, "that pin has a key already")
		}
		seen[pin.Name] = true
	}
	if b.Debounce < 1 || b.Debounce > maxDebounce {
		bad("debounce", b.Debounce, "expected 1 to 1000 ms")
	}
	if len(seen) > 64 {
		bad("keys", fmt.Sprintf("%d pins", len(seen)), "expected at most 64")
	}
}

func (b Buzzer) check(bad report) {
	if b.Pin != "" {
		checkPins([]string{b.Pin}, "pin", bad)
	}
}

// leverWord stands for the two presses of a lever.
const leverWord = " lever"

func (b Buttons) lever() []string {
	if b.Lever == "" {
		return nil
	}
	return []string{b.Lever + leverWord}
}

// parseKey reads a pin and what it presses.
func parseKey(text string) (pin hw.Pin, press sensors.Press, err error) {
	name, words, _ := strings.Cut(text, " ")
	if pin, err = hw.ParsePin(name); err != nil || " "+words == leverWord {
		return pin, press, err
	}
	press, err = trace.ParsePress(words)
	return pin, press, err
}

// ButtonPin is a pin and what it presses when it goes to 1, and to 0.
type ButtonPin struct {
	Pin     hw.Pin
	On, Off *sensors.Press
	Held    *sensors.Press // when it has been 1 for a second: a player adjusts who holds his own clock button
}

// Pins returns the pins in order, the lever last. b must have passed the check.
func (b Buttons) Pins() (list []ButtonPin) {
	for _, text := range b.Keys {
		pin, press, _ := parseKey(text)
		b := ButtonPin{Pin: pin, On: &press}
		if press.Key == "white" || press.Key == "black" {
			b.Held = &sensors.Press{Key: "hold-" + press.Key}
		}
		list = append(list, b)
	}
	for _, text := range b.lever() {
		pin, _, _ := parseKey(text)
		list = append(list, ButtonPin{Pin: pin, On: &sensors.Press{Key: "white"}, Off: &sensors.Press{Key: "black"}})
	}
	return list
}
