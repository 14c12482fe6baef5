import { describe, expect, it } from 'vitest'
import { hoursMs } from '#kernel/time'
import { addWorkingMs, type WorkingTime } from '#platform/working-time'
import { parseBusinessHours } from './business-hours.ts'
import { hoursForCompany } from './hours-for-company.ts'

const desk = parseBusinessHours('MON-FRI 09:00-17:00', 'UTC') as WorkingTime
const friday = new Date('2026-01-09T16:00:00Z')

describe('the hours of the desk for a company', () => {
  it.each([
    ['of Monday to Friday', 'MON-FRI', '2026-01-12T10:00:00Z'],
    ['that closes on Mondays', 'TUE-SAT', '2026-01-13T10:00:00Z'],
    ['that works from Sunday to Thursday', 'SUN-THU', '2026-01-12T11:00:00Z'],
    ['that works only when the desk is closed', 'SAT-SUN', '2026-01-12T10:00:00Z'],
  ])('%s', (_name, days, end) => {
    const company = parseBusinessHours(`${days} 00:00-24:00`, 'UTC') as WorkingTime
    const hours = hoursForCompany(desk, company, friday)
    expect(addWorkingMs(hours, friday, hoursMs(2))).toEqual(new Date(end))
  })
})
