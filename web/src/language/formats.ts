export type Money = { readonly amount: string; readonly currency: string }

/** Numbers, amounts and times as the readers of a locale write them. */
export type Formats = {
  /** With up to three decimals, as quantities have. */
  readonly number: (value: number) => string
  /** Decimal text, with all its decimals. */
  readonly decimal: (text: string) => string
  readonly money: (money: Money) => string
  /** Seconds, in at most two units. */
  readonly duration: (seconds: number) => string
  readonly milliseconds: (value: number) => string
  /** A date with its time, in the time zone of the browser. */
  readonly instant: (at: string) => string
  /** A date without a time, such as 2026-03-01. */
  readonly day: (on: string) => string
  readonly list: (texts: readonly string[]) => string
}

type Unit = 'day' | 'hour' | 'minute' | 'second' | 'millisecond'

export function createFormats(locale: string): Formats {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
  const lists = new Intl.ListFormat(locale, { type: 'unit' })
  const instants = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium' })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const unit = (value: number, name: Unit) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: 2,
    }).format(value)
  const pair = (whole: number, [big, bigSeconds]: UnitSize, [small, smallSeconds]: UnitSize) => {
    const rest = Math.floor((whole % bigSeconds) / smallSeconds)
    const first = unit(Math.floor(whole / bigSeconds), big)
    return rest > 0 ? `${first} ${unit(rest, small)}` : first
  }
  return {
    number: (value) => numbers.format(value),
    decimal: (text) => decimals.format(text as `${number}`),
    money: ({ amount, currency }) =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'code',
      }).format(
        // A decimal text stays exact; as a number it would be rounded to binary.
        amount as `${number}`,
      ),
    duration: (seconds) => {
      const whole = Math.max(0, Math.round(seconds))
      if (whole < 60) return unit(whole, 'second')
      if (whole < 3_600) return unit(Math.floor(whole / 60), 'minute')
      if (whole < 86_400) return pair(whole, ['hour', 3_600], ['minute', 60])
      return pair(whole, ['day', 86_400], ['hour', 3_600])
    },
    milliseconds: (value) => unit(value, 'millisecond'),
    instant: (at) => instants.format(new Date(at)),
    day: (on) => days.format(new Date(on)),
    list: (texts) => lists.format(texts),
  }
}

type UnitSize = readonly [name: Unit, seconds: number]
