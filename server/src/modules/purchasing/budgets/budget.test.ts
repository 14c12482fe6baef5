import { expect, it } from 'vitest'
import { type Period, periodStart } from './budget.ts'

it.each<[Period, string, string]>([
  ['DAY', '2026-03-01T23:59:59.999Z', '2026-03-01'],
  ['WEEK', '2026-03-01T12:00:00Z', '2026-02-23'],
  ['WEEK', '2026-03-02T00:00:00Z', '2026-03-02'],
  ['WEEK', '2027-01-01T00:00:00Z', '2026-12-28'],
  ['MONTH', '2026-12-31T23:00:00Z', '2026-12-01'],
  ['QUARTER', '2026-06-30T23:59:59Z', '2026-04-01'],
  ['QUARTER', '2026-10-01T00:00:00Z', '2026-10-01'],
  ['YEAR', '2024-02-29T00:00:00Z', '2024-01-01'],
])('a %s at %s began on %s', (period, at, day) => {
  expect(periodStart(period, new Date(at))).toBe(day)
})
