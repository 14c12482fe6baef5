import type { Actor } from '#kernel/actor'
import type { Locale } from '#kernel/locale'
import { after, type Clock, daysMs, utcDay } from '#kernel/time'
import { findCompany } from '#modules/identity'
import { recordAudit } from '#platform/audit'
import { type Database, oneAfterTheOther } from '#platform/db'
import { dayIn, type HolidayPlace, isHolidayPlace, regionsOf } from '#platform/working-time'
import {
  type Calendar,
  type CalendarDay,
  type CalendarException,
  dayOfCalendar,
  type Weekday,
  weekdays,
} from './calendar.ts'
import { getCalendar, saveCalendar } from './calendar-store.ts'
import { fail } from './failures.ts'

/** Absent fields do not change. */
export type CalendarChange = {
  readonly workingDays?: readonly Weekday[] | undefined
  /** Null: the company keeps no public holidays. */
  readonly holidays?: HolidayPlace | null | undefined
  readonly exceptions?: readonly CalendarException[] | undefined
}

/** Days such as `2026-12-24`. Default: from today, and 30 days more. */
export type DayRange = { readonly from?: string | undefined; readonly until?: string | undefined }

export type Regions = {
  readonly country: string
  readonly regions: { readonly code: string; readonly name: string }[]
}

export type Calendars = {
  read(actor: Actor): Promise<Calendar>
  /** Throws `calendar.place_unknown` and `calendar.exception_repeated`. */
  change(actor: Actor, change: CalendarChange): Promise<Calendar>
  /** The days of a range, at most 400. Throws `calendar.range_invalid`. */
  days(actor: Actor, range: DayRange, locale: Locale): Promise<CalendarDay[]>
  /** The regions with holidays of their own. Default: those of the country of the company. */
  regions(actor: Actor, country: string | undefined): Promise<Regions>
}

type Deps = { readonly database: Database; readonly now: Clock }

export function createCalendars({ database, now: clock }: Deps): Calendars {
  return {
    read: ({ companyId }) => getCalendar(database.pool, companyId),
    change: async (actor, change) => {
      assertValidCalendar(change)
      const now = clock()
      const { companyId } = actor
      return database.transaction(async (tx) => {
        await oneAfterTheOther(tx, `calendar ${companyId}`)
        const before = await getCalendar(tx, companyId)
        await saveCalendar(tx, companyId, applyChange(before, change), now)
        const fields = Object.entries(change).flatMap(([field, value]) =>
          value === undefined ? [] : [field],
        )
        recordAudit(tx, {
          companyId,
          actor,
          action: 'calendar.changed',
          target: { type: 'company', id: companyId },
          outcome: 'done',
          details: { fields },
          now,
        })
        return getCalendar(tx, companyId)
      })
    },
    days: async ({ companyId }, range, locale) => {
      const calendar = await getCalendar(database.pool, companyId)
      const { from = dayIn(calendar.timeZone, clock()), until = addDays(from, 30) } = range
      return daysBetween(from, until).map((day) => dayOfCalendar(calendar, day, locale))
    },
    regions: async ({ companyId }, requestedCountry) => {
      const company = await findCompany(database.pool, companyId)
      const country = requestedCountry ?? company?.country ?? ''
      return { country, regions: regionsOf(country) }
    },
  }
}

function applyChange(
  before: Calendar,
  { workingDays, holidays, exceptions }: CalendarChange,
): Calendar {
  return {
    ...before,
    ...(workingDays && { workingDays: weekdays.filter((day) => workingDays.includes(day)) }),
    ...(holidays !== undefined && { holidays: holidays ?? undefined }),
    ...(exceptions && { exceptions }),
  }
}

function assertValidCalendar({ holidays, exceptions = [] }: CalendarChange): void {
  if (holidays && !isHolidayPlace(holidays)) {
    const { country, region } = holidays
    const regions = regionsOf(country).map(({ code }) => code)
    throw fail('place_unknown', { country, ...(region !== undefined && { region }), regions })
  }
  const days = new Set<string>()
  for (const { day } of exceptions) {
    if (days.has(day)) throw fail('exception_repeated', { day })
    days.add(day)
  }
}

const daysMax = 400

function daysBetween(from: string, until: string): string[] {
  const count = (Date.parse(until) - Date.parse(from)) / daysMs(1) + 1
  if (count < 1 || count > daysMax) throw fail('range_invalid', { daysMax })
  return Array.from({ length: count }, (_, at) => addDays(from, at))
}

function addDays(day: string, days: number): string {
  return utcDay(after(new Date(day), daysMs(days)))
}
