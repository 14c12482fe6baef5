import { describe, expect, it } from 'vitest'
import { retryAfterMs } from '#kernel/retry-after'
import { fc } from '#testing/tools/fc'
import { attemptsMax, type FailedAttempt, retryDelayMs, scheduleMs } from './retry.ts'

const at = new Date('2026-01-02T03:04:05Z')
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('the retry schedule', () => {
  it('makes ten attempts over 75 h 35 min 5 s', () => {
    const delays = Array.from({ length: 9 }, (_, n) =>
      retryDelayMs(failed({ attempts: n + 1 }), middle),
    )
    const total = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0)

    expect(attemptsMax).toBe(10)
    expect(total).toBe(75 * hour + 35 * minute + 5 * second)
    expect(retryDelayMs(failed({ attempts: 10 }), middle)).toBeUndefined()
  })

  it('varies by a fifth to either side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (attempts, random) => {
          const base = scheduleMs[attempts] ?? 0
          const delay = retryDelayMs(failed({ attempts }), () => random) ?? 0
          expect(delay).toBeGreaterThanOrEqual(base * 0.8 - 1)
          expect(delay).toBeLessThanOrEqual(base * 1.2 + 1)
        },
      ),
    )
  })
})

describe('the delay after a failed attempt', () => {
  it.each<[string, Partial<FailedAttempt>, number]>([
    ['an error', { statusCode: 500 }, 5 * second],
    ['a redirect', { statusCode: 302 }, 5 * second],
    ['no connection', { statusCode: undefined }, 5 * second],
    ['429', { statusCode: 429 }, minute],
    ['502', { statusCode: 502 }, minute],
    ['504', { statusCode: 504 }, minute],
    ['a timeout', { statusCode: undefined, isTimeout: true }, minute],
    ['429 on the second attempt', { statusCode: 429, attempts: 2 }, 5 * minute],
    ['Retry-After under the base', { statusCode: 503, retryAfter: '1' }, 5 * second],
    ['Retry-After in seconds', { statusCode: 503, retryAfter: '120' }, 132 * second],
    ['Retry-After over an hour', { statusCode: 429, retryAfter: '86400' }, hour],
    ['Retry-After over twice a long base', { attempts: 4, retryAfter: '90000' }, 4 * hour],
    ['Retry-After that is a date', { retryAfter: 'Fri, 02 Jan 2026 03:14:05 GMT' }, 11 * minute],
    ['Retry-After in the past', { retryAfter: 'Fri, 02 Jan 2026 03:00:00 GMT' }, 5.5 * second],
    ['Retry-After that is noise', { retryAfter: 'soon' }, 5 * second],
  ])('%s', (_what, over, expected) => {
    const delay = retryDelayMs(failed(over), middle) ?? 0
    expect(Math.abs(delay - expected)).toBeLessThanOrEqual(second)
  })

  it('is at least a minute for an overloaded receiver', () => {
    expect(retryDelayMs(failed({ statusCode: 429 }), () => 0)).toBe(minute)
  })

  it('is never earlier than the time that the receiver named', () => {
    expect(retryDelayMs(failed({ statusCode: 503, retryAfter: '600' }), () => 0)).toBe(10 * minute)
  })
})

describe('Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['2026', 2_026_000],
    ['0', 0],
    ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000],
    ['Fri, 99 Foo 2026', undefined],
  ])('%s', (header, expected) => {
    expect(retryAfterMs(header, at)).toBe(expected)
  })
})

function failed(over: Partial<FailedAttempt>): FailedAttempt {
  return { attempts: 1, statusCode: 500, isTimeout: false, retryAfter: undefined, at, ...over }
}

const middle = () => 0.5
