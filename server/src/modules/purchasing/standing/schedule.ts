import { daysMs } from '#kernel/time'

export const scheduleUnits = ['WEEK', 'MONTH'] as const

/** Every so many weeks on a weekday (1 is Monday), or every so many months on a day of the month. Days are such as `2026-12-24`. */
export type Schedule = {
  readonly every: number
  readonly unit: (typeof scheduleUnits)[number]
  readonly on: number
  readonly from: string
  readonly until: string | undefined
}

/** Days after this one have five digits in their year, and do not sort as text. */
const lastDay = '9999-12-31'

/**
 * The first date on or after a day. The first date of all is the first `on` from `from`; the next ones are counted from it. A month
 * that is too short has its date on its last day. Undefined: the schedule is over.
 */
export function firstDateFrom(schedule: Schedule, day: string): string | undefined {
  const { until = lastDay } = schedule
  const date = schedule.unit === 'WEEK' ? weekDateFrom(schedule, day) : monthDateFrom(schedule, day)
  const isWithin = date <= numberOf(until < lastDay ? until : lastDay)
  return isWithin ? dayOf(date) : undefined
}

/** The date after a date. */
export function dateAfter(schedule: Schedule, date: string): string | undefined {
  return date >= lastDay ? undefined : firstDateFrom(schedule, addDays(date, 1))
}

export function isDateOf(schedule: Schedule, day: string): boolean {
  return firstDateFrom(schedule, day) === day
}

export function addDays(day: string, days: number): string {
  return dayOf(numberOf(day) + days)
}

function weekDateFrom({ every, on, from }: Schedule, day: string): number {
  const begin = numberOf(from)
  const first = begin + ((on - weekdayOf(begin) + 7) % 7)
  const weeks = Math.max(0, Math.ceil((numberOf(day) - first) / (7 * every)))
  return first + weeks * 7 * every
}

function monthDateFrom({ every, on, from }: Schedule, day: string): number {
  const fromMonth = monthOf(from)
  const first = dateInMonth(fromMonth, on) >= numberOf(from) ? fromMonth : fromMonth + 1
  const turns = Math.max(0, Math.floor((monthOf(day) - first) / every))
  const date = dateInMonth(first + turns * every, on)
  return date >= numberOf(day) ? date : dateInMonth(first + (turns + 1) * every, on)
}

/** Months are counted from the year 0. */
function dateInMonth(month: number, on: number): number {
  const last = new Date(Date.UTC(0, month + 1, 0))
  last.setUTCFullYear(Math.floor(month / 12), (month % 12) + 1, 0)
  return numberOf(last) - Math.max(0, last.getUTCDate() - on)
}

function monthOf(day: string): number {
  const at = new Date(day)
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

/** 1 is Monday. 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => ((day + 3) % 7) + 1

/** Days are counted from 1 January 1970. */
const numberOf = (day: string | Date) => Math.floor(new Date(day).getTime() / daysMs(1))

const dayOf = (day: number) => new Date(daysMs(day)).toISOString().slice(0, 10)
