import { describe, expect, it } from 'vitest'
import { hoursMs } from '#kernel/time'
import { addWorkingMs, workingMsBetween } from '#platform/working-time'
import { parseBusinessHours } from './business-hours.ts'
import { parseHolidays } from './holidays.ts'

describe('holidays', () => {
  it.each([
    // The Easter Sundays of these years are 31 March, 20 April, 5 April and 25 April (the latest that there is).
    ['DE', '2024-03-29 2024-04-01 2025-04-18 2025-04-21 2026-05-14 2026-05-25 2038-04-26'],
    ['DE', '2026-01-01 2026-05-01 2026-10-03 2026-12-25 2026-12-26'],
    ['DE-BY', '2026-01-06 2026-06-04 2026-11-01'],
    ['DE-BY-KATH', '2026-08-15'],
    ['DE-SL', '2026-08-15'],
    ['US-NY', '2026-07-04 2026-11-26'],
    ['GB-SCT', '2026-11-30'],
    ['DE-BB', '2026-04-05 2026-05-24 2026-10-31'],
    ['DE-SN', '2024-11-20 2025-11-19 2026-11-18 2026-10-31'],
    ['DE-BE', '2026-03-08'],
    ['DE-TH', '2026-09-20'],
    ['FR', '2026-04-06 2026-05-08 2026-07-14 2026-11-11'],
    ['AT', '2026-06-04 2026-10-26 2026-12-08'],
    ['12-24, 2026-10-02', '2025-12-24 2026-12-24 2026-10-02'],
  ])('of %s are %s', (text, dates) => {
    for (const date of dates.split(' ')) expect(isHoliday(text, date), date).toBe(true)
  })

  it.each([
    ['DE-BY', '2026-08-15'],
    ['DE', '2026-01-06 2026-04-05 2026-06-04 2026-10-31 2026-11-18'],
    ['FR', '2026-04-03 2026-10-03 2026-12-26'],
    ['DE-SN', '2026-11-11 2026-11-25'],
    ['12-24, 2026-10-02', '2027-10-02 2026-12-25'],
    ['', '2026-12-25'],
  ])('of %s are not %s', (text, dates) => {
    for (const date of dates.split(' ')) expect(isHoliday(text, date), date).toBe(false)
  })

  it.each(['XX', 'us', 'DE-XX', '2026-02-30', '13-01', '1-1', 'toString'])('refuse %s', (text) => {
    expect(parseHolidays(text)).toBeUndefined()
  })

  it('are no business time', () => {
    const hours = parseBusinessHours(
      'MON-FRI 09:00-17:00',
      'Europe/Berlin',
      parseHolidays('DE, 12-24'),
    )
    if (!hours) throw new Error('no business hours')
    // Wednesday, 23 December 2026, an hour before the end. Thursday is 12-24, Friday is Christmas.
    const start = new Date('2026-12-23T15:00:00Z')
    const end = new Date('2026-12-28T09:00:00Z')
    expect(addWorkingMs(hours, start, hoursMs(2))).toEqual(end)
    expect(workingMsBetween(hours, start, end)).toBe(hoursMs(2))
  })
})

function isHoliday(text: string, date: string): boolean | undefined {
  return parseHolidays(text)?.(new Date(`${date}T00:00:00Z`))
}
