import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, hoursMs, utcDay } from '#kernel/time'
import type { WorkingTime } from '#platform/working-time'
import { deadlineOf, noticesOf } from './deadline.ts'

const wholeDay = [{ from: 0, until: 24 * 60 }]
const closedOn = (...days: readonly string[]): WorkingTime => ({
  timeZone: 'Europe/Berlin',
  hoursOn: (day) => (day.getUTCDay() % 6 === 0 || days.includes(utcDay(day)) ? [] : wholeDay),
})
const weekdays = closedOn()
/** A Friday, 18:00 in Berlin. */
const friday = new Date('2026-01-09T17:00:00Z')

describe('the deadline of a request', () => {
  it('leaves out weekends', () => {
    expect(deadlineOf(weekdays, 6, friday)).toEqual(new Date('2026-01-09T23:00:00Z'))
    expect(deadlineOf(weekdays, 72, friday)).toEqual(new Date('2026-01-14T17:00:00Z'))
  })

  it('is in six days at the latest, before a card is no longer held', () => {
    const withHolidays = closedOn('2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15')
    expect(deadlineOf(withHolidays, 72, friday)).toEqual(after(friday, hoursMs(144)))
    expect(deadlineOf(weekdays, 144, friday)).toEqual(after(friday, hoursMs(144)))
  })
})

describe('the notices of a step', () => {
  const expiresAt = deadlineOf(weekdays, 72, friday)

  it('are sent after a third and two thirds of the working time', () => {
    const times = { expiresAt, remindAfterHours: undefined, escalateAfterHours: undefined }
    expect(noticesOf(weekdays, times, friday)).toEqual({
      remindAt: new Date('2026-01-12T17:00:00Z'),
      escalateAt: new Date('2026-01-13T17:00:00Z'),
    })
  })

  it('follow the hours of the rule, which pass on working days', () => {
    const times = { expiresAt, remindAfterHours: 8, escalateAfterHours: 30 }
    expect(noticesOf(weekdays, times, friday)).toEqual({
      remindAt: new Date('2026-01-12T01:00:00Z'),
      escalateAt: new Date('2026-01-12T23:00:00Z'),
    })
  })

  it('come before the request expires, whatever the rule and the holidays are', () => {
    const withHolidays = closedOn(
      '2026-01-12',
      '2026-01-13',
      '2026-01-14',
      '2026-01-15',
      '2026-01-16',
    )
    const hours = fc.option(fc.integer({ min: 1, max: 143 }), { nil: undefined })
    fc.assert(
      fc.property(
        fc.constantFrom(weekdays, withHolidays),
        fc.integer({ min: 1, max: 144 }),
        hours,
        hours,
        fc.integer({ min: 0, max: 168 }),
        (time, timeoutHours, remindAfterHours, escalateAfterHours, later) => {
          const now = after(friday, hoursMs(later))
          const until = deadlineOf(time, timeoutHours, now)
          const times = { expiresAt: until, remindAfterHours, escalateAfterHours }
          const { remindAt, escalateAt } = noticesOf(time, times, now)
          expect(until > now && remindAt > now && escalateAt > now).toBe(true)
          expect(remindAt < until && escalateAt < until).toBe(true)
        },
      ),
    )
  })
})
