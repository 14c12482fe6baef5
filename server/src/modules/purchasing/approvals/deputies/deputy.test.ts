import { describe, expect, it } from 'vitest'
import { after, daysMs } from '#kernel/time'
import { periodOf } from './deputy.ts'

const now = new Date('2026-01-05T03:04:05Z')
const tomorrow = after(now, daysMs(1))
const nextWeek = after(now, daysMs(7))

describe('the period of a deputy', () => {
  it('begins at its start, or now', () => {
    expect(periodOf({ startsAt: tomorrow, endsAt: nextWeek }, now)).toEqual({
      startsAt: tomorrow,
      endsAt: nextWeek,
    })
    expect(periodOf({ endsAt: nextWeek }, now)).toEqual({ startsAt: now, endsAt: nextWeek })
  })

  it.each([
    ['a start in the past', { startsAt: after(now, -daysMs(7)), endsAt: after(now, 1) }],
    ['one millisecond', { startsAt: tomorrow, endsAt: after(tomorrow, 1) }],
    ['an end in a year', { endsAt: after(now, daysMs(366)) }],
  ])('may have %s', (_what, period) => {
    expect(periodOf(period, now).endsAt).toEqual(period.endsAt)
  })

  it.each([
    ['end when it starts', { startsAt: tomorrow, endsAt: tomorrow }],
    ['end before it starts', { startsAt: nextWeek, endsAt: tomorrow }],
    ['end now', { startsAt: after(now, -1), endsAt: now }],
    ['end in the past', { startsAt: after(now, -daysMs(7)), endsAt: after(now, -1) }],
    ['end later than in a year', { endsAt: after(now, daysMs(366) + 1) }],
  ])('may not %s', (_what, period) => {
    expect(() => periodOf(period, now)).toThrow(
      expect.objectContaining({ code: 'approvals.period_invalid' }),
    )
  })
})
