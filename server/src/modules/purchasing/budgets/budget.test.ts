import { expect, it } from 'vitest'
import { type Period, periodStart } from './budget.ts'

it.each<[Period, string, string]>([
  ['DAY', '2026-03-01', '2026-03-01'],
  ['WEEK', '2026-03-01', '2026-02-23'],
  ['WEEK', '2026-03-02', '2026-03-02'],
  ['WEEK', '2027-01-01', '2026-12-28'],
  ['MONTH', '2026-12-31', '2026-12-01'],
  ['QUARTER', '2026-06-30', '2026-04-01'],
  ['QUARTER', '2026-10-01', '2026-10-01'],
  ['YEAR', '2024-02-29', '2024-01-01'],
])('the %s of %s began on %s', (period, day, first) => {
  expect(periodStart(period, day)).toBe(first)
})
