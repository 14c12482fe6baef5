import { describe, expect, it } from 'vitest'
import { findRedis, redisMissing } from '#harness'
import { campaign } from './campaign.ts'

/** In each. With fewer, what is in flight at a kill would be no small part of all, and the share of repeats mean nothing. */
const events = 300

describe.skipIf(!findRedis())(`the events of a broken service (${redisMissing})`, () => {
  it('are never lost or invented, whatever is cut, killed and restarted', async () => {
    /** Processes are killed and started in them, which is mostly waiting. A long campaign stands in docs/reliability.md. */
    const runs = 20

    /** In each, so that each kind of fault comes once at least. */
    const faultsPerRun = 2

    const report = await campaign({ runs, seed: 7, events, faultsPerRun })

    const { lost, unexpected, forgotten, gaps, disordered, drains } = report
    const { stoppedUnexpectedly, neverFired, late } = report
    expect({
      lost,
      late,
      unexpected,
      forgotten,
      gaps,
      disordered,
      stoppedUnexpectedly,
      neverFired,
    }).toEqual({
      lost: [],
      late: 0,
      unexpected: [],
      forgotten: [],
      gaps: [],
      disordered: [],
      stoppedUnexpectedly: [],
      neverFired: [],
    })
    expect(drains.map(({ left }) => left)).toEqual(drains.map(() => ({})))
    expect(report.committed).toBeGreaterThan(runs * events * 0.5)
    expect(report.rolledBack).toBeGreaterThan(0)
    // Mostly one in a hundred, and more where the machine is busy: then more is under way when its sender is killed.
    expect(report.duplicatePercent).toBeLessThan(6)
  }, 1_800_000)

  it('are reported by the auditor when they are written after the commit of their cause', async () => {
    const kinds = [
      'postgres.killed',
      'postgres.immediate',
      'postgres.cut',
      'postgres.reset',
    ] as const
    const { lost } = await campaign({ runs: 1, seed: 7, events, kinds, variant: 'late' })
    expect(lost).not.toEqual([])
  }, 300_000)
})
