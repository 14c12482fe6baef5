import { isTimeZone } from '#kernel/time-zone'
import type { OpenHours, WorkingTime } from '#platform/working-time'
import type { IsHoliday } from './holidays.ts'

const dayNames = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']
const rangeShape = /^([A-Z]{3})(?:-([A-Z]{3}))? (\d\d):(\d\d)-(\d\d):(\d\d)$/

/** Reads `MON-FRI 09:00-17:00, SAT 10:00-14:00`. Undefined if the text has another form, or if nothing is ever open. */
export function parseBusinessHours(
  text: string,
  timeZone: string,
  isHoliday: IsHoliday = () => false,
): WorkingTime | undefined {
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
  return { timeZone, hoursOn: (day) => (isHoliday(day) ? [] : (weekdays[day.getUTCDay()] ?? [])) }
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
