import { describe, expect, it } from 'vitest'
import { hoursMs } from '#kernel/time'
import { afterOpenTime, isClosed } from './target-days.ts'

describe('the days on which TARGET is closed', () => {
  // The long-term calendar of the European Central Bank. 2024 to 2026, and the earliest and a late Easter.
  it.each([
    '2024-01-01',
    '2024-03-29',
    '2024-04-01',
    '2024-05-01',
    '2024-12-25',
    '2024-12-26',
    '2025-04-18',
    '2025-04-21',
    '2026-04-03',
    '2026-04-06',
    '2008-03-21',
    '2008-03-24',
    '2038-04-23',
    '2026-11-21',
    '2026-11-22',
  ])('include %s', (day) => {
    expect(isClosed(new Date(day))).toBe(true)
  })

  it.each(['2024-03-28', '2024-04-02', '2025-05-02', '2026-04-02', '2026-04-07', '2026-12-24'])(
    'do not include %s',
    (day) => {
      expect(isClosed(new Date(day))).toBe(false)
    },
  )
})

it.each([
  ['2026-04-02T16:00:00Z', 26, '2026-04-07T18:00:00Z'],
  ['2026-04-02T16:00:00Z', 8, '2026-04-03T00:00:00Z'],
  ['2026-04-04T09:00:00Z', 1, '2026-04-07T01:00:00Z'],
  ['2026-11-23T10:00:00Z', 24, '2026-11-24T10:00:00Z'],
  ['2026-11-20T10:00:00Z', 98, '2026-11-26T12:00:00Z'],
])('from %s, %i open hours end at %s', (from, hours, end) => {
  expect(afterOpenTime(new Date(from), hoursMs(hours))).toEqual(new Date(end))
})
