import { expect, it } from 'vitest'
import { beginTime, type Member, overrunOf } from './member.ts'
import { defaultLimits } from './pool-limits.ts'

const limits = { ...defaultLimits, cpuMs: 1_000, wallMs: 100, clockMs: 5_000, startMs: 200 }
const usage = { cpuMs: 10, waitedMs: 7, residentBytes: 1 }

it('counts the time of a question in which the child could work', () => {
  const member = aMember({ isReady: true })
  beginTime(member, 0)
  expect(endOf(member, { everyMs: 10 })).toBe(110)
})

it('does not count the time in which a busy machine ran other processes', () => {
  const member = aMember({ isReady: true })
  beginTime(member, 0)
  // Of each 10 ms the child waits 9 for a processor.
  expect(endOf(member, { everyMs: 10, waitsMs: 9 })).toBe(920)
  beginTime(member, 0)
  expect(endOf(member, { everyMs: 1_000 }), 'its parent was held up').toBe(3_000)
})

it('ends a question after its time by the clock, however busy the machine is', () => {
  const member = aMember({ isReady: true })
  beginTime(member, 0)
  expect(endOf(member, { everyMs: 10, waitsMs: 10 })).toBe(5_010)
})

it('gives a start its own limit, and more after each one that failed', () => {
  const ends = [0, 1, 2, 3, 4].map((failedStarts) => {
    const member = aMember({ isReady: false, failedStarts })
    beginTime(member, 0)
    return endOf(member, { everyMs: 10 })
  })
  expect(ends).toEqual([210, 410, 810, 1_610, 1_610])
})

function aMember(given: { isReady: boolean; failedStarts?: number }): Member & { usage: object } {
  const current = { ...usage }
  return {
    failedStarts: 0,
    ...given,
    pending: undefined,
    since: 0,
    elapsedMs: 0,
    lookedAt: 0,
    waitedMsBefore: undefined,
    cpuMsBefore: undefined,
    idle: undefined,
    usage: current,
    child: {
      send: () => undefined,
      rest: () => undefined,
      usage: () => current,
      kill: () => undefined,
      ended: Promise.resolve(),
    },
  }
}

/** When a look ends the child. Between two looks it waits for a processor for so long. */
function endOf(
  member: Member & { usage: object },
  { everyMs, waitsMs = 0 }: { everyMs: number; waitsMs?: number },
): number {
  const current = member.usage as { waitedMs: number }
  for (let now = everyMs; ; now += everyMs) {
    if (overrunOf(member, limits, now)) return now
    current.waitedMs += waitsMs
  }
}
