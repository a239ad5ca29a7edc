// A chessboard of 64 reed switches that speaks jadoube's line protocol (docs/protocol-line.md).
//
// For an Arduino Uno, Nano or any other board with 16 free pins. The switches are an 8 x 8 matrix with a diode
// in series with each (1N4148, cathode towards its rank's wire); without the diodes three men on the corners of
// a rectangle close the fourth. Each rank's wire goes to one pin of ranks[], each file's to one of files[].
//
// Nothing is debounced here: jadoube wants every change as it is.

const byte ranks[8] = {2, 3, 4, 5, 6, 7, 8, 9};            // rank 1 to rank 8
const byte files[8] = {10, 11, 12, 13, A0, A1, A2, A3};    // file a to file h

const unsigned long scanMs = 5;
const byte longestLine = 20;

byte board[8];   // by rank, bit 0 = file a, 1 = occupied
byte lights[8];  // the same, 1 = lit
char line[longestLine + 1];
byte length = 0;

byte readRank(byte rank) {
  pinMode(ranks[rank], OUTPUT);
  digitalWrite(ranks[rank], LOW);
  delayMicroseconds(20);  // for the wires to settle
  byte occupied = 0;
  for (byte file = 0; file < 8; file++) {
    if (digitalRead(files[file]) == LOW) occupied |= 1 << file;
  }
  pinMode(ranks[rank], INPUT);  // floating: two ranks never fight
  return occupied;
}

// What changed in one scan goes into one line: "-e2 +e4".
void scan() {
  bool any = false;
  for (byte rank = 0; rank < 8; rank++) {
    byte now = readRank(rank);
    byte changed = now ^ board[rank];
    board[rank] = now;
    for (byte file = 0; file < 8; file++) {
      if (!(changed >> file & 1)) continue;
      if (any) Serial.print(' ');
      any = true;
      Serial.print(now >> file & 1 ? '+' : '-');
      Serial.print((char)('a' + file));
      Serial.print((char)('1' + rank));
    }
  }
  if (any) Serial.println();
}

// All squares in hexadecimal, rank 8 first: FFFF00000000FFFF when all men are at home.
void tellAll() {
  for (int rank = 7; rank >= 0; rank--) {
    if (board[rank] < 16) Serial.print('0');
    Serial.print(board[rank], HEX);
  }
  Serial.println();
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Yours to fill in: light the squares of lights[], say with a MAX7219 or a strip of WS2812.
void showLights() {}

// "L" and sixteen digits, rank 8 first, say which squares are lit.
void obey() {
  if (length == 1 && line[0] == '?') {
    tellAll();
    return;
  }
  if (length != 17 || line[0] != 'L') return;
  for (byte i = 1; i < 17; i++) {
    if (digit(line[i]) < 0) return;
  }
  for (byte i = 0; i < 8; i++) {
    lights[7 - i] = digit(line[1 + 2 * i]) << 4 | digit(line[2 + 2 * i]);
  }
  showLights();
}

void listen() {
  while (Serial.available()) {
    char c = Serial.read();
    if (c == '\n' || c == '\r') {
      obey();
      length = 0;
    } else if (length <= longestLine) {
      line[length++] = c;
      if (length > longestLine) length = longestLine;  // too long to mean anything
    }
  }
}

void setup() {
  Serial.begin(115200);
  for (byte i = 0; i < 8; i++) {
    pinMode(files[i], INPUT_PULLUP);
    pinMode(ranks[i], INPUT);
  }
  for (byte rank = 0; rank < 8; rank++) board[rank] = readRank(rank);
  Serial.println("# jadoube line 1");
  tellAll();
}

void loop() {
  static unsigned long scanned = 0;
  listen();
  if (millis() - scanned >= scanMs) {
    scanned = millis();
    scan();
  }
}
