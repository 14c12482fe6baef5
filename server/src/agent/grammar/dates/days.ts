/** A day of the calendar, without a time or a zone. Months count from 1. */
export type Day = { readonly year: number; readonly month: number; readonly day: number }

const dayMs = 86_400_000

export function isoOf({ year, month, day }: Day): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Month 13 is January of the next year. */
export function dayOf(year: number, month: number, day: number): Day {
  return fromMs(Date.UTC(year, month - 1, day))
}

export function readDay(iso: string): Day {
  return fromMs(Date.parse(`${iso}T00:00:00Z`))
}

export function addDays(day: Day, days: number): Day {
  return fromMs(msOf(day) + days * dayMs)
}

export function endOfMonth({ year, month }: Day): Day {
  return dayOf(year, month + 1, 0)
}

/** The Friday of the ISO week in which this day lies. */
export function endOfWeek(day: Day): Day {
  const weekday = (new Date(msOf(day)).getUTCDay() + 6) % 7
  return addDays(day, 4 - weekday)
}

/** Undefined where the year has no such week. */
export function fridayOfIsoWeek(year: number, week: number): Day | undefined {
  // The 4th of January always lies in week 1, and the 28th of December in the last week.
  const friday = addDays(endOfWeek({ year, month: 1, day: 4 }), (week - 1) * 7)
  const last = endOfWeek({ year, month: 12, day: 28 })
  return week < 1 || msOf(friday) > msOf(last) ? undefined : friday
}

/** The year to which the ISO week of a day belongs: the year of its Thursday. */
export function isoYearOf(day: Day): number {
  return addDays(endOfWeek(day), -1).year
}

/** Undefined for the 30th of February, and for years in which nobody orders. */
export function existingDay(day: Day): Day | undefined {
  const { year, month } = day
  if (year < 2_000 || year > 2_199 || month < 1 || month > 12) return undefined
  return day.day < 1 || day.day > endOfMonth(day).day ? undefined : day
}

function msOf({ year, month, day }: Day): number {
  return Date.UTC(year, month - 1, day)
}

function fromMs(ms: number): Day {
  const date = new Date(ms)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
