import { expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { afterCalls, callsLeft } from './pace.ts'

it('the pace never grants more than 100 calls in any minute', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 50 })), {
        minLength: 50,
        maxLength: 400,
      }),
      (asks) => {
        let nextAt = new Date(0)
        let at = 1_000_000
        const granted: number[] = []
        for (const [waitMs, want] of asks) {
          at += waitMs
          const now = new Date(at)
          const calls = Math.min(want, callsLeft(nextAt, now))
          nextAt = afterCalls(nextAt, now, calls)
          for (let call = 0; call < calls; call += 1) granted.push(at)
        }
        for (const from of granted) {
          const inMinute = granted.filter((one) => one >= from && one < from + 60_000)
          expect(inMinute.length).toBeLessThanOrEqual(100)
        }
      },
    ),
    { numRuns: 30 },
  )
})

it('the pace grants 90 calls a minute in the long run', () => {
  let nextAt = new Date(0)
  let calls = 0
  for (let second = 0; second < 600; second += 1) {
    const now = new Date(second * 1_000)
    const granted = callsLeft(nextAt, now)
    nextAt = afterCalls(nextAt, now, granted)
    calls += granted
  }
  expect(calls).toBeGreaterThan(890)
})
