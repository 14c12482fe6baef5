import { describe, expect, it } from 'vitest'
import { isTimeZone } from './time-zone.ts'

describe('the name of a time zone', () => {
  it.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'UTC', 'europe/paris'])(
    '%s is one',
    (name) => expect(isTimeZone(name)).toBe(true),
  )

  it.each(['', '+01:00', '-05', 'Europe/Atlantis', 'CET-1CEST', 'Berlin'])('%s is none', (name) =>
    expect(isTimeZone(name)).toBe(false),
  )
})
