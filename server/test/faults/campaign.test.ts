import { describe, expect, it } from 'vitest'
import { findRedis, redisMissing } from '#harness'
import { campaign } from './campaign.ts'

/** Processes are killed and started in them, which is mostly waiting. A long campaign stands in docs/reliability.md. */
const runs = 20
/** In each, so that each kind of fault comes once at least. */
const faultsPerRun = 2
/** In each. With fewer, what is in flight at a kill would be no small part of all, and the share of repeats mean nothing. */
const events = 300

describe.skipIf(!findRedis())(`the events of a service that is broken (${redisMissing})`, () => {
  it('are never lost and never invented, whatever is cut, killed and restarted', async () => {
    const report = await campaign({ runs, seed: 7, events, faultsPerRun })

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
    expect(report.committed).toBeGreaterThan(runs * events * 0.9)
    expect(report.rolledBack).toBeGreaterThan(0)
    expect(report.duplicatePercent).toBeLessThan(2)
  }, 900_000)
})
