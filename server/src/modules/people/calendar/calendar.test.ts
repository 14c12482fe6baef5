import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { daysMs, hoursMs } from '#kernel/time'
import { sql } from '#platform/db'
import { addWorkingMs } from '#platform/working-time'
import { aCompany, aPerson } from '#testing/identity'
import { workingTimeOf } from './calendar.ts'
import { createCalendars } from './service.ts'

const database = await useDatabase()
const calendars = createCalendars({ database, now: () => new Date('2026-07-02T03:04:05Z') })
let admin: Actor

beforeEach(async () => {
  const companyId = await aCompany(database)
  admin = (await aPerson(database, { companyId, role: 'company_admin' })).actor
})

const workingDays = async (from: string, until: string) => {
  const days = await calendars.days(admin, { from, until }, 'en')
  return days.filter(({ working }) => working).map(({ day }) => day)
}

describe('the calendar of a company', () => {
  it('has Monday to Friday without the holidays of its country, until the company decides', async () => {
    expect(await calendars.read(admin)).toEqual({
      timeZone: 'UTC',
      workingDays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
      holidays: { country: 'DE' },
      exceptions: [],
    })
    expect(await calendars.days(admin, { from: '2026-12-24', until: '2026-12-26' }, 'de')).toEqual([
      { day: '2026-12-24', weekday: 'THU', working: true, kind: 'WORKING_DAY', name: undefined },
      {
        day: '2026-12-25',
        weekday: 'FRI',
        working: false,
        kind: 'HOLIDAY',
        name: '1. Weihnachtstag',
      },
      {
        day: '2026-12-26',
        weekday: 'SAT',
        working: false,
        kind: 'HOLIDAY',
        name: '2. Weihnachtstag',
      },
    ])
  })

  it('keeps the holidays of a region, or none', async () => {
    expect(await workingDays('2026-06-03', '2026-06-05')).toContain('2026-06-04')
    await calendars.change(admin, { holidays: { country: 'DE', region: 'BY' } })
    expect(await workingDays('2026-06-03', '2026-06-05')).toEqual(['2026-06-03', '2026-06-05'])
    await calendars.change(admin, { holidays: null })
    expect(await workingDays('2026-12-24', '2026-12-25')).toEqual(['2026-12-24', '2026-12-25'])
  })

  it('lets an exception win over weekends and holidays, in both directions', async () => {
    await calendars.change(admin, {
      workingDays: ['SAT', 'THU'],
      exceptions: [
        { day: '2026-12-24', working: false, name: 'Plant holidays' },
        { day: '2026-12-25', working: true, name: 'Stocktaking' },
      ],
    })
    const { exceptions, workingDays: weekdays } = await calendars.read(admin)
    expect(weekdays).toEqual(['THU', 'SAT'])
    expect(exceptions).toHaveLength(2)
    expect(await workingDays('2026-12-17', '2026-12-26')).toEqual([
      '2026-12-17',
      '2026-12-19',
      '2026-12-25',
    ])
    // What is not named stays, and a list replaces the one before.
    await calendars.change(admin, { exceptions: [] })
    expect(await workingDays('2026-12-24', '2026-12-26')).toEqual(['2026-12-24'])
  })

  it('is changed by one at a time', async () => {
    const days = ['2026-08-03', '2026-08-04', '2026-08-05'] as const
    await Promise.all(
      days.map((day) =>
        calendars.change(admin, { exceptions: [{ day, working: false, name: 'Closed' }] }),
      ),
    )
    expect((await calendars.read(admin)).exceptions).toHaveLength(1)
  })

  it.each([
    [{ holidays: { country: 'DE', region: 'XX' } }, 'calendar.place_unknown'],
    [{ holidays: { country: 'QQ' } }, 'calendar.place_unknown'],
    [
      {
        exceptions: [
          { day: '2026-08-03', working: false, name: 'a' },
          { day: '2026-08-03', working: true, name: 'b' },
        ],
      },
      'calendar.exception_repeated',
    ],
  ])('refuses %j', async (change, code) => {
    await expect(calendars.change(admin, change)).rejects.toMatchObject({ code })
  })

  it.each([
    ['2026-01-02', '2026-01-01'],
    ['2026-01-01', '2027-03-01'],
  ])('lists no days from %s until %s', async (from, until) => {
    const code = 'calendar.range_invalid'
    await expect(calendars.days(admin, { from, until }, 'en')).rejects.toMatchObject({ code })
  })
})

describe('the days', () => {
  it('are the next month, beginning today in the time zone of the company', async () => {
    await sql`update identity.companies set time_zone = 'America/Los_Angeles'`.execute(
      database.pool,
    )
    const days = (await calendars.days(admin, {}, 'en')).map(({ day }) => day)
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-07-01', '2026-07-31', 31])
  })
})

it('the regions are those of the country of the company, unless another is named', async () => {
  const own = await calendars.regions(admin, undefined)
  expect(own.country).toBe('DE')
  expect(own.regions).toContainEqual({ code: 'BY', name: 'Bayern' })
  expect(await calendars.regions(admin, 'QQ')).toEqual({ country: 'QQ', regions: [] })
})

describe('working time', () => {
  it('passes on working days only, from midnight to midnight in the time zone', async () => {
    await sql`update identity.companies set time_zone = 'Europe/Berlin'`.execute(database.pool)
    const time = workingTimeOf(await calendars.read(admin))
    // Friday, 27 March 2026, 18:00. The clock changes on Sunday, and 3 April is Good Friday.
    const friday = new Date('2026-03-27T17:00:00Z')
    expect(addWorkingMs(time, friday, hoursMs(8))).toEqual(new Date('2026-03-30T00:00:00Z'))
    expect(addWorkingMs(time, friday, daysMs(5))).toEqual(new Date('2026-04-07T16:00:00Z'))
  })
})
