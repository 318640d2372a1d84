/** A vertical scale from zero: ticks in cents, and the unit of its labels. */
export type Scale = { top: number; ticks: number[]; unit: { cents: number; name: string } }

const steps = [1, 2, 2.5, 5, 10]
const units = [
  { cents: 100_000_000, name: 'milioni di €' },
  { cents: 100_000, name: 'migliaia di €' },
  { cents: 100, name: '€' },
]

/** The fewest round ticks, at most four above zero, that cover the largest amount (cents). */
export function scaleFor(largest: number): Scale {
  const reached = Math.max(largest, 100)
  const rough = reached / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.ceil(power * (steps.find((each) => power * each >= rough) ?? 10))
  const count = Math.ceil(reached / step)
  const unit = units.find(({ cents }) => reached >= cents) ?? units[2]!
  return {
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, place) => place * step),
    unit,
  }
}

const whole = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 0, useGrouping: 'always' })
const tenths = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })

/** Three characters or so: `52`, `9,8`, `1,2`. */
export function shortAmount(cents: number, { unit }: Pick<Scale, 'unit'>): string {
  const amount = cents / unit.cents
  return amount < 9.95 && unit.cents > 100 ? tenths.format(amount) : whole.format(amount)
}
