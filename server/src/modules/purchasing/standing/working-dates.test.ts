import { expect, it } from 'vitest'
import type { Calendar } from '#modules/calendar'
import type { Schedule } from './schedule.ts'
import { nextDatesOf, placingDayOf, startOf, workingDayAfter } from './working-dates.ts'

const calendar: Calendar = {
  timeZone: 'Europe/Berlin',
  workingDays: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
  holidays: { country: 'DE' },
  exceptions: [{ day: '2026-12-28', working: false, name: 'Closed' }],
}

it('a date at a weekend, on a holiday or on a closed day moves to the next working day', () => {
  expect(placingDayOf(calendar, '2026-12-24')).toBe('2026-12-24')
  // A holiday, a second one on a Saturday, a Sunday, and a day on which the company is closed.
  expect(placingDayOf(calendar, '2026-12-25')).toBe('2026-12-29')
  expect(workingDayAfter(calendar, '2026-12-24', 3)).toBe('2026-12-31')
})

it('a company without a working day orders on the date itself', () => {
  const exceptions = Array.from({ length: 400 }, (_, at) => ({
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    working: false,
    name: 'Closed',
  }))
  expect(placingDayOf({ ...calendar, exceptions }, '2026-01-10')).toBe('2026-01-10')
})

it('a day begins at six in the time zone of the company', () => {
  expect(startOf(calendar, '2026-01-15').toISOString()).toBe('2026-01-15T05:00:00.000Z')
  expect(startOf(calendar, '2026-07-15').toISOString()).toBe('2026-07-15T04:00:00.000Z')
  // The clock changes in the night before.
  expect(startOf(calendar, '2026-03-29').toISOString()).toBe('2026-03-29T04:00:00.000Z')
  const tokyo = { ...calendar, timeZone: 'Asia/Tokyo' }
  expect(startOf(tokyo, '2026-07-15').toISOString()).toBe('2026-07-14T21:00:00.000Z')
})

it('the next dates leave out skipped ones, and end with the schedule', () => {
  const schedule: Schedule = {
    every: 1,
    unit: 'WEEK',
    on: 5,
    from: '2026-12-01',
    until: '2027-01-01',
  }
  const order = { schedule, nextDate: '2026-12-11' }
  expect(nextDatesOf(order, new Set(['2026-12-18']), calendar)).toEqual([
    { date: '2026-12-11', placedOn: '2026-12-11' },
    { date: '2026-12-25', placedOn: '2026-12-29' },
    { date: '2027-01-01', placedOn: '2027-01-04' },
  ])
  expect(nextDatesOf({ schedule, nextDate: undefined }, new Set(), calendar)).toEqual([])
})
