package web

import (
	"encoding/xml"
	"os"
	"testing"
)

// TestAvahi: the file by which the board is found names what avahi knows and the port of the default config.
func TestAvahi(t *testing.T) {
	text, err := os.ReadFile("../../../packaging/avahi/jadoube.service")
	if err != nil {
		t.Fatal(err)
	}
	var group struct {
		XMLName xml.Name `xml:"service-group"`
		Service struct {
			Type string `xml:"type"`
			Port int    `xml:"port"`
		} `xml:"service"`
	}
	if err := xml.Unmarshal(text, &group); err != nil || group.Service.Type != "_http._tcp" || group.Service.Port != 8464 {
		t.Errorf("%+v, %v", group.Service, err)
	}
}
