import { describe, expect, it } from 'vitest'
import { hoursMs, minutesMs, secondsMs } from '#kernel/time'
import { attemptsMax, retryDelayMs, scheduleMs } from './retry.ts'

describe('the time until the next attempt', () => {
  it.each([
    [1, secondsMs(15)],
    [2, minutesMs(1)],
    [3, minutesMs(3)],
    [4, minutesMs(8)],
    [5, minutesMs(18)],
    [6, minutesMs(30)],
    [7, minutesMs(60)],
  ])('after %i attempts is %i ms, plus or minus a fifth', (attempts, ms) => {
    expect(retryDelayMs(attempts, () => 0.5)).toBe(ms)
    expect(retryDelayMs(attempts, () => 0)).toBe(Math.round(ms * 0.8))
    expect(retryDelayMs(attempts, () => 0.999_999)).toBeLessThanOrEqual(ms * 1.2)
  })

  it('ends after the eighth attempt, two hours after the first', () => {
    expect(attemptsMax).toBe(8)
    expect(retryDelayMs(8, () => 0.5)).toBeUndefined()
    const total = scheduleMs.reduce((sum, ms) => sum + ms, 0)
    expect(Math.abs(total - hoursMs(2))).toBeLessThan(minutesMs(1))
  })
})
