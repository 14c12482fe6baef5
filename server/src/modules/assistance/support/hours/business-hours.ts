import { after, minutesMs } from '#kernel/time'
import { isTimeZone } from '#kernel/time-zone'
import type { IsHoliday } from './holidays.ts'

/** When the support desk works: opening hours of each weekday in a time zone, except on holidays. */
export type BusinessHours = {
  readonly timeZone: string
  /** The hours of Sunday to Saturday, in minutes after midnight. Empty: closed. */
  readonly weekdays: readonly (readonly OpenHours[])[]
  readonly isHoliday: IsHoliday
}

type OpenHours = { readonly from: number; readonly until: number }

type Day = { readonly year: number; readonly month: number; readonly day: number }

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const rangeShape = /^([A-Z]{3})(?:-([A-Z]{3}))? (\d\d):(\d\d)-(\d\d):(\d\d)$/

/** Reads `MON-FRI 09:00-17:00, SAT 10:00-14:00`. Undefined if the text has another form, or if nothing is ever open. */
export function parseBusinessHours(
  text: string,
  timeZone: string,
  isHoliday: IsHoliday = () => false,
): BusinessHours | undefined {
  if (!isTimeZone(timeZone)) return undefined
  const weekdays: OpenHours[][] = dayNames.map(() => [])
  for (const part of text.split(',')) {
    const range = readRange(part.trim())
    if (!range) return undefined
    for (const weekday of range.weekdays) weekdays[weekday]?.push(range.hours)
  }
  for (const hours of weekdays) {
    hours.sort((one, other) => one.from - other.from)
    if (hours.some(({ from }, at) => from < (hours[at - 1]?.until ?? 0))) return undefined
  }
  return { timeZone, weekdays, isHoliday }
}

/** The instant at which so much business time has passed. */
export function addBusinessMs(hours: BusinessHours, start: Date, milliseconds: number): Date {
  let left = milliseconds
  let last = start
  for (const { from, until } of openingsAfter(hours, start)) {
    const open = until.getTime() - from.getTime()
    if (left <= open) return after(from, left)
    left -= open
    last = until
  }
  return after(last, left)
}

/** The business time between two instants. Zero if the second is not later. */
export function businessMsBetween(hours: BusinessHours, start: Date, end: Date): number {
  let total = 0
  for (const { from, until } of openingsAfter(hours, start)) {
    if (from >= end) break
    total += Math.min(until.getTime(), end.getTime()) - from.getTime()
  }
  return total
}

/** Ten years: every target and every pause is far shorter. */
const daysMax = 3_660

function* openingsAfter(
  { timeZone, weekdays, isHoliday }: BusinessHours,
  start: Date,
): Generator<{ readonly from: Date; readonly until: Date }> {
  const first = dayIn(timeZone, start)
  for (let offset = 0; offset < daysMax; offset += 1) {
    const date = new Date(Date.UTC(first.year, first.month - 1, first.day + offset))
    if (isHoliday(date)) continue
    for (const hours of weekdays[date.getUTCDay()] ?? []) {
      const from = instantIn(timeZone, date, hours.from)
      const until = instantIn(timeZone, date, hours.until)
      if (until <= start || until <= from) continue
      yield { from: from < start ? start : from, until }
    }
  }
}

function readRange(text: string) {
  const [, first = '', last = first, ...times] = rangeShape.exec(text) ?? []
  const begin = dayNames.indexOf(first)
  const end = dayNames.indexOf(last)
  const [fromHour = 99, fromMinute = 0, untilHour = 99, untilMinute = 0] = times.map(Number)
  const hours = { from: fromHour * 60 + fromMinute, until: untilHour * 60 + untilMinute }
  const isPossible =
    fromMinute < 60 && untilMinute < 60 && hours.until <= 24 * 60 && hours.from < hours.until
  if (begin < 0 || end < 0 || !isPossible) return undefined
  const count = ((end - begin + 7) % 7) + 1
  return { weekdays: Array.from({ length: count }, (_, at) => (begin + at) % 7), hours }
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

function dayIn(timeZone: string, instant: Date): Day {
  const clock = new Date(clockIn(timeZone, instant))
  return { year: clock.getUTCFullYear(), month: clock.getUTCMonth() + 1, day: clock.getUTCDate() }
}

/**
 * The instant at which a clock of the zone shows this time. A time that the clock skips in spring is the instant of the change, and
 * a time that it shows twice in autumn is the first of both.
 */
function instantIn(timeZone: string, date: Date, minutes: number): Date {
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
