// As much of an Arduino as the sketch needs, on a computer: standard input and output are its serial port.
// What is wired to its pins is in main.cpp.
#pragma once
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef uint8_t byte;
enum { LOW, HIGH };
enum { INPUT, OUTPUT, INPUT_PULLUP };
enum { A0 = 14, A1, A2, A3, A4, A5 };
enum { DEC = 10, HEX = 16 };

void pinMode(int pin, int mode);
void digitalWrite(int pin, int level);
int digitalRead(int pin);
inline void delayMicroseconds(int) {}

inline unsigned long millis() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct SerialPort {
  bool ended = false;
  void begin(long) {}
  int available() {
    pollfd p = {0, POLLIN, 0};
    return !ended && poll(&p, 1, 0) == 1;
  }
  int read() {
    byte c;
    if (::read(0, &c, 1) == 1) return c;
    ended = true;
    return -1;
  }
  void print(char c) { putchar(c); }
  void print(const char* s) { fputs(s, stdout); }
  void print(int n, int base) { printf(base == HEX ? "%X" : "%d", n); }
  void println() {
    fputs("\r\n", stdout);
    fflush(stdout);
  }
  void println(const char* s) {
    print(s);
    println();
  }
};
extern SerialPort Serial;
