import { type Calendar, dayOfCalendar } from '#modules/calendar'
import { instantIn } from '#platform/working-time'
import { addDays, dateAfter, type Schedule } from './schedule.ts'

/** Orders are placed from 06:00, so that a refusal is known when people begin to work. */
const placingMinutes = 6 * 60

/** A company that closes for longer orders on the date itself. */
const closedDaysMax = 366

/** The day on which the order of a date is placed: the date, or the next working day. */
export function placingDayOf(calendar: Calendar, date: string): string {
  for (let offset = 0; offset <= closedDaysMax; offset += 1) {
    const day = addDays(date, offset)
    if (dayOfCalendar(calendar, day).working) return day
  }
  return date
}

export function workingDayAfter(calendar: Calendar, day: string, count = 1): string {
  let last = day
  for (let passed = 0; passed < count; passed += 1) last = placingDayOf(calendar, addDays(last, 1))
  return last
}

/** The instant from which a day is tried. */
export function startOf(calendar: Calendar, day: string): Date {
  return instantIn(calendar.timeZone, new Date(day), placingMinutes)
}

export type NextDate = {
  readonly date: string
  /** The working day on which its order is placed. */
  readonly placedOn: string
}

const shownMax = 5

/** The next dates that become orders. */
export function nextDatesOf(
  { schedule, nextDate }: { readonly schedule: Schedule; readonly nextDate: string | undefined },
  skipped: ReadonlySet<string>,
  calendar: Calendar,
): NextDate[] {
  const dates: NextDate[] = []
  let date = nextDate
  while (date !== undefined && dates.length < shownMax) {
    if (!skipped.has(date)) dates.push({ date, placedOn: placingDayOf(calendar, date) })
    date = dateAfter(schedule, date)
  }
  return dates
}
