import { describe, expect, it } from 'vitest'
import { findRedis, redisMissing } from '#harness'
import { campaign } from './campaign.ts'

/** Few, because processes are killed and started in each: docs/reliability.md says what a long campaign found. */
const runs = 4

describe.skipIf(!findRedis())(`the events of a service that is broken (${redisMissing})`, () => {
  it('are never lost and never invented, whatever is cut, killed and restarted', async () => {
    const report = await campaign({ runs, seed: 7, events: 120 })

    const { lost, unexpected, forgotten, gaps, disordered, drains } = report
    const { endedUnasked, neverFired } = report
    expect({ lost, unexpected, forgotten, gaps, disordered, endedUnasked, neverFired }).toEqual({
      lost: [],
      unexpected: [],
      forgotten: [],
      gaps: [],
      disordered: [],
      endedUnasked: [],
      neverFired: [],
    })
    expect(drains.map(({ left }) => left)).toEqual(drains.map(() => ({})))
    expect(report.committed).toBeGreaterThan(runs * 110)
    expect(report.rolledBack).toBeGreaterThan(0)
    // Faults are so dense here, and events so few, that what is in flight at a kill is no small part of them.
    const withoutKills = report.duplicated - report.duplicatedBySendersKilled
    expect(withoutKills / report.expectedDeliveries).toBeLessThan(0.05)
  }, 600_000)
})
