// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0
/*
 * A GPIO chip made of memory: the 28 lines of a Raspberry Pi's header, for tests of programs that use them through the kernel.
 * Wires, switches and fingers are moved by files in /sys/devices/platform/pinboard:
 *
 *   drive     "17 0" connects GPIO17 with ground, "17 1" with the supply, "17 z" with nothing
 *   contacts  64 bits, hexadecimal: bit 8 r + c is a closed switch between row r and column c
 *   diodes    "0": the switches have none
 *   levels    28 bits, hexadecimal: what a meter would show, a 1 for the supply
 *
 * A level is that of a line's output, else of what drives it from outside, else ground when a switch leads to a row that is there,
 * else that of its pull; a line that nothing holds shows one level after the other. Each change of a level is an edge.
 */
#include <linux/bitops.h>
#include <linux/gpio/driver.h>
#include <linux/interrupt.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/spinlock.h>

#define LINES 28
#define ALL (BIT(LINES) - 1)

/* The matrix of docs/boards/matrix.toml: ranks, then files. */
static int rows[8] = { 4, 5, 6, 12, 13, 16, 17, 18 };
static int columns[8] = { 19, 20, 21, 22, 23, 24, 25, 26 };
module_param_array(rows, int, NULL, 0444);
module_param_array(columns, int, NULL, 0444);

static DEFINE_RAW_SPINLOCK(lock);
static u32 output, high;		/* lines that the program drives, and where to */
static u32 driven, outside;		/* lines that are driven from outside, and where to */
static u32 pulled_up, pulled_down;	/* lines with a pull */
static u32 unmasked, rising, falling;	/* edges that are waited for */
static u32 seen, noise;
static u64 contacts;
static bool diodes = true;
static struct gpio_chip chip;
static struct platform_device *device;

/* grounded follows ground from rows through switches to columns, and where there are no diodes back to other rows. */
static u32 grounded(u32 strong)
{
	u32 low = ~strong & (output | driven), before;
	int i;

	do {
		before = low;
		for (i = 0; i < 64; i++) {
			u32 row = BIT(rows[i / 8]), column = BIT(columns[i % 8]);

			if (!(contacts >> i & 1))
				continue;
			if (low & row)
				low |= column;
			if (!diodes && (low & column))
				low |= row;
		}
	} while (low != before);
	return low;
}

static u32 levels(void)
{
	u32 strong = (high & output) | (outside & driven & ~output);
	u32 held = output | driven, low = grounded(strong);
	u32 weak = ~held & ~low;

	noise = ~noise;
	return (strong | (weak & pulled_up) | (weak & ~pulled_up & ~pulled_down & noise)) & ALL;
}

/* tell changes something and tells whoever waits for edges. */
static void tell(void (*change)(u64 a, u64 b), u64 a, u64 b)
{
	unsigned long flags, edges;
	u32 now;
	int line;

	raw_spin_lock_irqsave(&lock, flags);
	change(a, b);
	now = levels();
	edges = ((now & ~seen & rising) | (~now & seen & falling)) & unmasked;
	seen = now;
	raw_spin_unlock_irqrestore(&lock, flags);
	for_each_set_bit(line, &edges, LINES)
		generic_handle_domain_irq_safe(chip.irq.domain, line);
}

static void write_lines(u64 mask, u64 bits) { high = (high & ~mask) | (bits & mask); }
static void make_output(u64 line, u64 value) { output |= BIT(line); write_lines(BIT(line), value ? BIT(line) : 0); }
static void make_input(u64 line, u64 unused) { output &= ~BIT(line); }
static void set_contacts(u64 bits, u64 unused) { contacts = bits; }
static void set_diodes(u64 there, u64 unused) { diodes = there; }

static void set_drive(u64 line, u64 to)
{
	driven &= ~BIT(line);
	outside &= ~BIT(line);
	if (to != 'z')
		driven |= BIT(line);
	if (to == '1')
		outside |= BIT(line);
}

static void set_pull(u64 line, u64 param)
{
	pulled_up &= ~BIT(line);
	pulled_down &= ~BIT(line);
	if (param == PIN_CONFIG_BIAS_PULL_UP)
		pulled_up |= BIT(line);
	if (param == PIN_CONFIG_BIAS_PULL_DOWN)
		pulled_down |= BIT(line);
}

static u32 measured(void)
{
	unsigned long flags;
	u32 now;

	raw_spin_lock_irqsave(&lock, flags);
	now = levels();
	raw_spin_unlock_irqrestore(&lock, flags);
	return now;
}

static int chip_get(struct gpio_chip *gc, unsigned int line) { return measured() >> line & 1; }

static int chip_get_multiple(struct gpio_chip *gc, unsigned long *mask, unsigned long *bits)
{
	*bits = measured() & *mask;
	return 0;
}

static void chip_set(struct gpio_chip *gc, unsigned int line, int value) { tell(write_lines, BIT(line), value ? BIT(line) : 0); }
static void chip_set_multiple(struct gpio_chip *gc, unsigned long *mask, unsigned long *bits) { tell(write_lines, *mask, *bits); }

static int chip_direction(struct gpio_chip *gc, unsigned int line)
{
	return output & BIT(line) ? GPIO_LINE_DIRECTION_OUT : GPIO_LINE_DIRECTION_IN;
}

static int chip_input(struct gpio_chip *gc, unsigned int line)
{
	tell(make_input, line, 0);
	return 0;
}

static int chip_output(struct gpio_chip *gc, unsigned int line, int value)
{
	tell(make_output, line, value);
	return 0;
}

static int chip_config(struct gpio_chip *gc, unsigned int line, unsigned long config)
{
	switch (pinconf_to_config_param(config)) {
	case PIN_CONFIG_BIAS_DISABLE:
	case PIN_CONFIG_BIAS_PULL_UP:
	case PIN_CONFIG_BIAS_PULL_DOWN:
		tell(set_pull, line, pinconf_to_config_param(config));
		return 0;
	default:
		return -ENOTSUPP;
	}
}

static void irq_mask(struct irq_data *d)
{
	unmasked &= ~BIT(irqd_to_hwirq(d));
	gpiochip_disable_irq(&chip, irqd_to_hwirq(d));
}

static void irq_unmask(struct irq_data *d)
{
	gpiochip_enable_irq(&chip, irqd_to_hwirq(d));
	unmasked |= BIT(irqd_to_hwirq(d));
}

static int irq_type(struct irq_data *d, unsigned int type)
{
	u32 line = BIT(irqd_to_hwirq(d));

	if (type & IRQ_TYPE_LEVEL_MASK)
		return -EINVAL;
	rising = type & IRQ_TYPE_EDGE_RISING ? rising | line : rising & ~line;
	falling = type & IRQ_TYPE_EDGE_FALLING ? falling | line : falling & ~line;
	return 0;
}

static const struct irq_chip irqs = {
	.name = "pinboard",
	.irq_mask = irq_mask,
	.irq_unmask = irq_unmask,
	.irq_set_type = irq_type,
	.flags = IRQCHIP_IMMUTABLE,
	GPIOCHIP_IRQ_RESOURCE_HELPERS,
};

static ssize_t drive_store(struct device *dev, struct device_attribute *a, const char *text, size_t n)
{
	unsigned int line;
	char to;

	if (sscanf(text, "%u %c", &line, &to) != 2 || line >= LINES || (to != '0' && to != '1' && to != 'z'))
		return -EINVAL;
	tell(set_drive, line, to);
	return n;
}
static DEVICE_ATTR_WO(drive);

static ssize_t contacts_store(struct device *dev, struct device_attribute *a, const char *text, size_t n)
{
	u64 bits;
	int err = kstrtou64(text, 16, &bits);

	if (err)
		return err;
	tell(set_contacts, bits, 0);
	return n;
}
static DEVICE_ATTR_WO(contacts);

static ssize_t diodes_store(struct device *dev, struct device_attribute *a, const char *text, size_t n)
{
	bool there;
	int err = kstrtobool(text, &there);

	if (err)
		return err;
	tell(set_diodes, there, 0);
	return n;
}
static DEVICE_ATTR_WO(diodes);

static ssize_t levels_show(struct device *dev, struct device_attribute *a, char *text)
{
	return sysfs_emit(text, "%07x\n", measured());
}
static DEVICE_ATTR_RO(levels);

static struct attribute *files[] = { &dev_attr_drive.attr, &dev_attr_contacts.attr, &dev_attr_diodes.attr, &dev_attr_levels.attr, NULL };
static const struct attribute_group group = { .attrs = files };

static const char *const names[LINES] = {
	"GPIO0", "GPIO1", "GPIO2", "GPIO3", "GPIO4", "GPIO5", "GPIO6", "GPIO7", "GPIO8", "GPIO9", "GPIO10", "GPIO11", "GPIO12", "GPIO13",
	"GPIO14", "GPIO15", "GPIO16", "GPIO17", "GPIO18", "GPIO19", "GPIO20", "GPIO21", "GPIO22", "GPIO23", "GPIO24", "GPIO25", "GPIO26", "GPIO27",
};

static struct gpio_chip chip = {
	.label = "pinctrl-bcm2711", /* as on a Raspberry Pi 4 */
	.owner = THIS_MODULE,
	.base = -1,
	.ngpio = LINES,
	.names = names,
	.get = chip_get,
	.get_multiple = chip_get_multiple,
	.set = chip_set,
	.set_multiple = chip_set_multiple,
	.get_direction = chip_direction,
	.direction_input = chip_input,
	.direction_output = chip_output,
	.set_config = chip_config,
};

static int __init begin(void)
{
	int err;

	device = platform_device_register_simple("pinboard", PLATFORM_DEVID_NONE, NULL, 0);
	if (IS_ERR(device))
		return PTR_ERR(device);
	chip.parent = &device->dev;
	gpio_irq_chip_set_chip(&chip.irq, &irqs);
	chip.irq.handler = handle_simple_irq;
	chip.irq.default_type = IRQ_TYPE_NONE;
	err = gpiochip_add_data(&chip, NULL);
	if (!err)
		err = sysfs_create_group(&device->dev.kobj, &group);
	if (err)
		platform_device_unregister(device);
	return err;
}
module_init(begin);

MODULE_DESCRIPTION("a GPIO chip made of memory");
MODULE_LICENSE("GPL");
