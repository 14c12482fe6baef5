import { describe, expect, it } from 'vitest'
import { addDays, dateAfter, firstDateFrom, isDateOf, type Schedule } from './schedule.ts'

const monthly = (on: number, more: Partial<Schedule> = {}): Schedule => ({
  every: 1,
  unit: 'MONTH',
  on,
  from: '2026-01-01',
  until: undefined,
  ...more,
})
const weekly = (on: number, more: Partial<Schedule> = {}) => monthly(on, { unit: 'WEEK', ...more })

function datesOf(schedule: Schedule, count: number, from = schedule.from): string[] {
  const dates: string[] = []
  let date = firstDateFrom(schedule, from)
  while (date !== undefined && dates.length < count) {
    dates.push(date)
    date = dateAfter(schedule, date)
  }
  return dates
}

describe('a schedule', () => {
  it('has a date every so many weeks on its weekday, counted from the first one', () => {
    // 1 January 2026 is a Thursday.
    expect(datesOf(weekly(1), 3)).toEqual(['2026-01-05', '2026-01-12', '2026-01-19'])
    expect(datesOf(weekly(4, { every: 2 }), 3)).toEqual(['2026-01-01', '2026-01-15', '2026-01-29'])
    expect(firstDateFrom(weekly(4, { every: 2 }), '2026-01-02')).toBe('2026-01-15')
    expect(firstDateFrom(weekly(7), '2026-01-04')).toBe('2026-01-04')
  })

  it('has the last day of a month that is too short', () => {
    expect(datesOf(monthly(31), 4)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ])
    expect(firstDateFrom(monthly(31), '2028-02-01')).toBe('2028-02-29')
    expect(firstDateFrom(monthly(30, { from: '2026-02-28' }), '2026-01-01')).toBe('2026-02-28')
  })

  it('counts its months from the first date, also over the end of a year', () => {
    const quarterly = monthly(15, { every: 3, from: '2026-08-20' })
    expect(datesOf(quarterly, 3)).toEqual(['2026-09-15', '2026-12-15', '2027-03-15'])
    expect(firstDateFrom(quarterly, '2026-09-16')).toBe('2026-12-15')
    expect(firstDateFrom(quarterly, '2026-10-01')).toBe('2026-12-15')
    expect(isDateOf(quarterly, '2026-12-15')).toBe(true)
    expect(isDateOf(quarterly, '2026-11-15')).toBe(false)
  })

  it('ends with its last day, which may be a date', () => {
    expect(datesOf(weekly(1, { until: '2026-01-12' }), 9)).toEqual(['2026-01-05', '2026-01-12'])
    expect(datesOf(weekly(1, { until: '2026-01-04' }), 9)).toEqual([])
    expect(firstDateFrom(monthly(1, { from: '9999-12-31' }), '9999-12-31')).toBeUndefined()
    expect(dateAfter(monthly(31), '9999-12-31')).toBeUndefined()
  })

  it('has dates in order, each found again from any day before it', () => {
    for (const schedule of [weekly(3, { every: 5 }), monthly(29, { every: 7 }), monthly(31)]) {
      const dates = datesOf(schedule, 60)
      expect(dates).toEqual([...new Set(dates)].sort())
      for (const [at, date] of dates.entries()) {
        const before = dates[at - 1] ?? schedule.from
        const day = at === 0 ? before : addDays(before, 1)
        for (const ahead of [0, 1, 10]) {
          const within = addDays(date, -ahead)
          if (within >= day) expect(firstDateFrom(schedule, within)).toBe(date)
        }
      }
    }
  })
})
