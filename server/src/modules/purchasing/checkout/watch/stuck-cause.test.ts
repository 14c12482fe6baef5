import { describe, expect, it } from 'vitest'
import { causeOf, severityOf } from './stuck-cause.ts'

const now = new Date('2026-01-02T03:04:05Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const none = { paid: 0, failing: 0, pageEnded: 0, pageOpen: 0 }

describe('the cause of a stuck checkout', () => {
  it.each([
    ['paid a minute ago', 'SUCCEEDED', 60, null, undefined, 'paid'],
    ['on hold since long ago', 'AUTHORIZED', 600, null, 600, 'paid'],
    ['paid just now', 'SUCCEEDED', 59, null, undefined, 'pageOpen'],
    ['paid just now, after failures', 'SUCCEEDED', 59, null, 60, 'failing'],
    ['not handed over', 'INITIATED', 0, null, undefined, 'failing'],
    ['failing for a minute', 'PENDING', 600, null, 60, 'failing'],
    ['failing for less', 'PENDING', 600, null, 59, 'pageOpen'],
    ['with a page that ended a minute ago', 'PENDING', 600, 60, undefined, 'pageEnded'],
    ['with a page that ended just now', 'PENDING', 600, 59, undefined, 'pageOpen'],
    ['with a page without an end', 'PENDING', 600, null, undefined, 'pageOpen'],
    ['failed, and its page has ended', 'FAILED', 600, 60, undefined, 'pageOpen'],
  ] as const)('%s', (_what, state, changedAgo, expiredAgo, failingAgo, expected) => {
    const expiresAt = expiredAgo === null ? null : ago(expiredAgo)
    const failingSince = failingAgo === undefined ? undefined : ago(failingAgo)
    const standing = { state, changedAt: ago(changedAgo), expiresAt }
    expect(causeOf({ failingSince }, standing, now)).toBe(expected)
  })

  it('is a failure if the payment is not found', () => {
    expect(causeOf({ failingSince: undefined }, undefined, now)).toBe('failing')
  })
})

describe('the severity of stuck checkouts', () => {
  it.each([
    [{ pageOpen: 1_000, pageEnded: 3 }, 'info'],
    [{ pageEnded: 4 }, 'critical'],
    [{ paid: 1 }, 'critical'],
    [{ failing: 1 }, 'critical'],
  ])('of %o is %s', (counts, expected) => {
    expect(severityOf({ ...none, ...counts })).toBe(expected)
  })
})
