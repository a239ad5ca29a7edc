// A matrix of 64 switches with diodes, wired as docs/boards/line.md says: a switch whose rank is pulled down
// pulls its file down. File descriptor 3 tells which switches are closed, eight bytes by rank, whenever that
// changes. What the lights are told is written to standard error.
#include "Arduino.h"

SerialPort Serial;
static byte closed[8], mode[32], level[32];

void pinMode(int pin, int m) { mode[pin] = m; }
void digitalWrite(int pin, int l) { level[pin] = l; }

int digitalRead(int pin) {
  if (pin < 10 || pin > 17 || mode[pin] != INPUT_PULLUP) return HIGH;
  for (int rank = 0; rank < 8; rank++) {
    if (mode[2 + rank] == OUTPUT && level[2 + rank] == LOW && closed[rank] >> (pin - 10) & 1) return LOW;
  }
  return HIGH;
}

#include SKETCH

static void wire(int wait) {
  pollfd p = {3, POLLIN, 0};
  if (poll(&p, 1, wait) == 1) (void)!read(3, closed, 8);
}

int main() {
  wire(10000);
  setup();
  byte shown[8] = {0};
  while (!Serial.ended) {
    loop();
    wire(0);
    for (int i = 0; i < 8; i++) {
      if (shown[i] == lights[i]) continue;
      for (int j = 0; j < 8; j++) fprintf(stderr, "%02X", shown[j] = lights[j]);
      fputs("\n", stderr);
    }
    usleep(500);
  }
}
