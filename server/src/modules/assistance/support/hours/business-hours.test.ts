import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { addWorkingMs, type WorkingTime, workingMsBetween } from '#platform/working-time'
import { parseBusinessHours } from './business-hours.ts'

const office = hours('MON-FRI 09:00-17:00', 'Europe/Berlin')
const always = hours('MON-SUN 00:00-24:00', 'Europe/Berlin')

describe('business hours', () => {
  it.each([
    ['within a day', '2026-01-05T09:00:00Z', 2, '2026-01-05T11:00:00Z'],
    ['over night', '2026-01-05T15:00:00Z', 2, '2026-01-06T09:00:00Z'],
    ['to the end of a day', '2026-01-05T08:00:00Z', 8, '2026-01-05T16:00:00Z'],
    ['from before the opening', '2026-01-05T03:00:00Z', 1, '2026-01-05T09:00:00Z'],
    ['over a weekend', '2026-01-09T15:30:00Z', 1, '2026-01-12T08:30:00Z'],
    ['from a Sunday', '2026-01-11T12:00:00Z', 4, '2026-01-12T12:00:00Z'],
    ['over several weeks', '2026-01-05T08:00:00Z', 80, '2026-01-16T16:00:00Z'],
    // In the night to Sunday 29 March 2026 the clock of Berlin goes from 02:00 to 03:00, on 25 October from 03:00 to 02:00.
    ['over the change to summer time', '2026-03-27T15:00:00Z', 2, '2026-03-30T08:00:00Z'],
    ['over the change to winter time', '2026-10-23T14:00:00Z', 2, '2026-10-26T09:00:00Z'],
  ])('pass %s', (_name, start, count, end) => {
    expect(addWorkingMs(office, new Date(start), hoursMs(count))).toEqual(new Date(end))
    expect(workingMsBetween(office, new Date(start), new Date(end))).toBe(hoursMs(count))
  })

  it('of the whole day have 23 hours in spring and 25 in autumn', () => {
    const ofDay = (from: string, until: string) =>
      workingMsBetween(always, new Date(from), new Date(until))
    expect(ofDay('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(hoursMs(23))
    expect(ofDay('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(hoursMs(25))
  })

  it('that begin in the skipped hour begin at the change', () => {
    const nights = hours('SUN 02:30-04:00', 'Europe/Berlin')
    const midnight = new Date('2026-03-29T00:00:00Z')
    expect(addWorkingMs(nights, midnight, 0)).toEqual(new Date('2026-03-29T01:00:00Z'))
    expect(workingMsBetween(nights, midnight, after(midnight, hoursMs(5)))).toBe(hoursMs(1))
  })

  it('of zones with other changes are theirs', () => {
    const lordHowe = hours('SUN 00:00-24:00', 'Australia/Lord_Howe')
    // The clock of Lord Howe Island changes by half an hour.
    const day = (date: string) => new Date(`${date}T12:00:00Z`)
    expect(workingMsBetween(lordHowe, day('2026-04-03'), day('2026-04-06'))).toBe(
      hoursMs(24) + minutesMs(30),
    )
  })

  it('that were added are found again between the two instants', () => {
    const instants = fc.date({
      min: new Date('2024-01-01T00:00:00Z'),
      max: new Date('2028-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 10_000 }), (start, minutes) => {
        const end = addWorkingMs(office, start, minutesMs(minutes))
        expect(workingMsBetween(office, start, end)).toBe(minutesMs(minutes))
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['', 'UTC'],
    ['MON-FRI', 'UTC'],
    ['MON-FRI 17:00-09:00', 'UTC'],
    ['MON-FRI 09:00-25:00', 'UTC'],
    ['MON-FRI 09:60-17:00', 'UTC'],
    ['FOO 09:00-17:00', 'UTC'],
    ['MON 09:00-12:00, MON 11:00-17:00', 'UTC'],
    ['MON-FRI 09:00-17:00', 'Mars/Olympus'],
  ])('%j in %s are refused', (text, zone) => {
    expect(parseBusinessHours(text, zone)).toBeUndefined()
  })

  it('may have a pause, and a range over the end of the week', () => {
    const shop = hours('SAT-MON 10:00-12:00, SAT-MON 13:00-15:00', 'UTC')
    const start = new Date('2026-01-03T11:30:00Z')
    expect(addWorkingMs(shop, start, hoursMs(1))).toEqual(new Date('2026-01-03T13:30:00Z'))
    expect(addWorkingMs(shop, start, hoursMs(3))).toEqual(new Date('2026-01-04T10:30:00Z'))
  })
})

function hours(text: string, timeZone: string): WorkingTime {
  const found = parseBusinessHours(text, timeZone)
  if (!found) throw new Error(`${text} are no business hours`)
  return found
}
