package access

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"
)

// MaxDevices is how many devices can be paired at once.
const MaxDevices = 256

// Policy is what the config says.
type Policy struct {
	Strangers Role // what a device that isn't paired may do: Nobody or Spectator
	Local     Role // what the board's own machine may do unpaired: Admin, or no more than strangers
}

// Book holds the paired devices and the offer to pair another. All methods may be called from many
// goroutines at once.
type Book struct {
	file string // "" = kept in memory only
	now  func() time.Time

	mu      sync.Mutex
	policy  Policy
	devices []paired
	offer   *Offer        // nil = none
	changed chan struct{} // closed and replaced when anything changes that decides who may do what
}

// New returns a book that is kept in memory only.
func New(p Policy) *Book { return &Book{policy: p, now: time.Now, changed: make(chan struct{})} }

// SetPolicy replaces the policy.
func (b *Book) SetPolicy(p Policy) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.policy = p
	b.tell()
}

// Policy returns the policy in force.
func (b *Book) Policy() Policy {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.policy
}

// Changed returns a channel that is closed with the next change of devices, offers or policy.
func (b *Book) Changed() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.changed
}

// tell wakes those who watch. b.mu is held.
func (b *Book) tell() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// Device returns the device that a token belongs to.
func (b *Book) Device(token string) (Device, bool) {
	if len(token) > 100 {
		return Device{}, false
	}
	hash := hashOf(token)
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.devices {
		if d := &b.devices[i]; d.Hash == hash {
			d.Seen = b.now().UTC().Truncate(time.Second)
			return d.Device, true
		}
	}
	return Device{}, false
}

// Devices returns all paired devices, the oldest first.
func (b *Book) Devices() []Device {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := make([]Device, len(b.devices))
	for i := range b.devices {
		list[i] = b.devices[i].Device
	}
	slices.SortStableFunc(list, func(x, y Device) int { return cmp.Compare(x.Since.Unix(), y.Since.Unix()) })
	return list
}

// Offer begins to let one device be paired with a role, for some time. An offer before it ends.
func (b *Book) Offer(role Role, lasts time.Duration) Offer {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.offer = newOffer(role, b.now().Add(lasts))
	b.tell()
	return *b.offer
}

// Offered returns the offer that stands.
func (b *Book) Offered() (Offer, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.stands() {
		return Offer{}, false
	}
	return *b.offer, true
}

// Withdraw ends the offer.
func (b *Book) Withdraw() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.offer = nil
	b.tell()
}

func (b *Book) stands() bool { return b.offer != nil && b.now().Before(b.offer.Until) }

// Pair answers the offer with its code or its squares ("a1 c3 …") and returns the new device's token, which
// nobody will be told again. The offer ends with success, and with too many wrong answers.
func (b *Book) Pair(answer, name string) (token string, d Device, err error) {
	if err := checkName(name); err != nil {
		return "", d, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.stands() {
		return "", d, ErrNoOffer
	}
	if !b.offer.answers(answer) {
		if b.offer.wrong++; b.offer.wrong >= wrongAnswers {
			b.offer = nil
			b.tell()
		}
		return "", d, ErrWrong
	}
	if len(b.devices) >= MaxDevices {
		return "", d, fmt.Errorf("%d devices are paired, the most allowed: revoke one with `jadoube access revoke`", len(b.devices))
	}
	token = newToken()
	now := b.now().UTC().Truncate(time.Second)
	d = Device{ID: newID(), Name: name, Role: b.offer.Role, Since: now, Seen: now}
	if err := b.replace(append(slices.Clip(b.devices), paired{d, hashOf(token)})); err != nil {
		return "", Device{}, err
	}
	b.offer = nil
	return token, d, nil
}

// Revoke takes a device's rights away, at once.
func (b *Book) Revoke(id string) (Device, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	i := slices.IndexFunc(b.devices, func(d paired) bool { return d.ID == id })
	if i < 0 {
		return Device{}, fmt.Errorf("device %.40q isn't paired: see `jadoube access list`", id)
	}
	d := b.devices[i].Device
	return d, b.replace(slices.Delete(slices.Clone(b.devices), i, i+1))
}

// replace writes a new list of devices down, and makes it the list when that went well. b.mu is held.
func (b *Book) replace(devices []paired) error {
	if err := b.write(devices); err != nil {
		return err
	}
	b.devices = devices
	b.tell()
	return nil
}

// Close writes down when the devices were last used.
func (b *Book) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.devices) == 0 {
		return nil
	}
	return b.write(b.devices)
}
