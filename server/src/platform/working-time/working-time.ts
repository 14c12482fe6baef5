import { after, daysMs, minutesMs, utcDay } from '#kernel/time'

/** When a desk or a company works. */
export type WorkingTime = {
  readonly timeZone: string
  /** The hours of a day, the earliest first. None: closed. The day is midnight in UTC, whatever the time zone. */
  readonly hoursOn: (day: Date) => readonly OpenHours[]
}

/** In minutes after midnight. */
export type OpenHours = { readonly from: number; readonly until: number }

/** The instant at which so much working time has passed. */
export function addWorkingMs(time: WorkingTime, start: Date, milliseconds: number): Date {
  let left = milliseconds
  let last = start
  for (const { from, until } of openingsAfter(time, start)) {
    const open = until.getTime() - from.getTime()
    if (left <= open) return after(from, left)
    left -= open
    last = until
  }
  return after(last, left)
}

/** The working time between two instants. Zero if the second is not later. */
export function workingMsBetween(time: WorkingTime, start: Date, end: Date): number {
  let total = 0
  for (const { from, until } of openingsAfter(time, start)) {
    if (from >= end) break
    total += Math.min(until.getTime(), end.getTime()) - from.getTime()
  }
  return total
}

/** Ten years: every target and every pause is far shorter. */
const daysMax = 3_660

function* openingsAfter(
  { timeZone, hoursOn }: WorkingTime,
  start: Date,
): Generator<{ readonly from: Date; readonly until: Date }> {
  const first = new Date(dayIn(timeZone, start))
  for (let offset = 0; offset < daysMax; offset += 1) {
    const date = after(first, daysMs(offset))
    for (const hours of hoursOn(date)) {
      const from = instantIn(timeZone, date, hours.from)
      const until = instantIn(timeZone, date, hours.until)
      if (until <= start || until <= from) continue
      yield { from: from < start ? start : from, until }
    }
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The date and time on a clock of this zone, as if it were UTC. */
function clockIn(timeZone: string, instant: Date): number {
  let format = formats.get(timeZone)
  if (!format) {
    const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const time = {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...digits, ...time })
    formats.set(timeZone, format)
  }
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, +value]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  return Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
}

/** The day on which so many working days have passed. */
export function dayAfterWorkingDays(time: WorkingTime, start: Date, days: number): string {
  return dayIn(time.timeZone, addWorkingMs(time, start, daysMs(days)))
}

/** The day on a calendar of this zone, such as `2026-12-24`. */
export function dayIn(timeZone: string, instant: Date): string {
  return utcDay(new Date(clockIn(timeZone, instant)))
}

/**
 * The instant at which a clock of the zone shows this time. A time that the clock skips in spring is the instant of the change, and
 * a time that it shows twice in autumn is the first of both.
 */
export function instantIn(timeZone: string, date: Date, minutes: number): Date {
  const shown = date.getTime() + minutesMs(minutes)
  const offsetAt = (at: number) => clockIn(timeZone, new Date(at)) - Math.floor(at / 1_000) * 1_000
  // The offsets a day before and a day after: around a change of the clock there are two, otherwise they are equal.
  const before = shown - offsetAt(shown - minutesMs(24 * 60))
  const later = shown - offsetAt(shown + minutesMs(24 * 60))
  const isShown = (at: number) => at + offsetAt(at) === shown
  if (isShown(before)) return new Date(before)
  if (isShown(later)) return new Date(later)
  // The clock skips this time: it changes between the two candidates.
  return changeBetween(Math.min(before, later), Math.max(before, later), offsetAt)
}

/** The first instant with the offset of `end`. */
function changeBetween(start: number, end: number, offsetAt: (at: number) => number): Date {
  let low = start
  let high = end
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (offsetAt(middle) === offsetAt(end)) high = middle
    else low = middle
  }
  return new Date(high)
}
