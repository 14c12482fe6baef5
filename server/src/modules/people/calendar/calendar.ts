import type { Locale } from '#kernel/locale'
import { utcDay } from '#kernel/time'
import {
  type HolidayPlace,
  holidaysIn,
  type OpenHours,
  type WorkingTime,
} from '#platform/working-time'

/** As ISO 8601 orders them. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const

export type Weekday = (typeof weekdays)[number]

/** A day that differs from the others of its weekday, or from a holiday. */
export type CalendarException = {
  /** `2026-12-24` */
  readonly day: string
  readonly working: boolean
  readonly name: string
}

/** The days on which a company works. */
export type Calendar = {
  readonly timeZone: string
  readonly workingDays: readonly Weekday[]
  /** Undefined: the company keeps no public holidays. */
  readonly holidays: HolidayPlace | undefined
  /** By day, the earliest first. */
  readonly exceptions: readonly CalendarException[]
}

export const dayKinds = ['WORKING_DAY', 'WEEKEND', 'HOLIDAY', 'EXCEPTION'] as const

export type CalendarDay = {
  readonly day: string
  readonly weekday: Weekday
  readonly working: boolean
  /** Why the company works or not. */
  readonly kind: (typeof dayKinds)[number]
  /** The name of the holiday or of the exception. */
  readonly name: string | undefined
}

/** A day of the calendar. The holiday has its name in the requested language, if that name is known. */
export function dayOfCalendar(calendar: Calendar, day: string, locale?: Locale): CalendarDay {
  const at = new Date(`${day}T00:00:00Z`)
  const weekday = weekdays[(at.getUTCDay() + 6) % 7] as Weekday
  const about = { day, weekday, name: undefined }
  const exception = calendar.exceptions.find((one) => one.day === day)
  if (exception) {
    const { working, name } = exception
    return { ...about, working, kind: 'EXCEPTION', name }
  }
  const { holidays } = calendar
  const holiday =
    holidays && holidaysIn(holidays, at.getUTCFullYear(), locale).find((one) => one.day === day)
  if (holiday) return { ...about, working: false, kind: 'HOLIDAY', name: holiday.name }
  const working = calendar.workingDays.includes(weekday)
  return { ...about, working, kind: working ? 'WORKING_DAY' : 'WEEKEND' }
}

const wholeDay: readonly OpenHours[] = [{ from: 0, until: 24 * 60 }]

/** Working time is all hours of working days, from midnight to midnight in the time zone of the company. */
export function workingTimeOf(calendar: Calendar): WorkingTime {
  const hoursOn = (at: Date) => (dayOfCalendar(calendar, utcDay(at)).working ? wholeDay : [])
  return { timeZone: calendar.timeZone, hoursOn }
}
