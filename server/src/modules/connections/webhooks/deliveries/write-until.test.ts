import { describe, expect, it } from 'vitest'
import { after, secondsMs } from '#kernel/time'
import { writeUntil } from './write-until.ts'

const start = new Date('2026-01-01T00:00:00Z')
const leaseMs = secondsMs(90)

describe('a write while the database is away', () => {
  it.each([1, 41, 80])('succeeds when it is back after %i s', async (seconds) => {
    const { writtenAfterMs } = await away(secondsMs(seconds))
    expect(writtenAfterMs).toBeGreaterThanOrEqual(secondsMs(seconds))
    expect(writtenAfterMs).toBeLessThan(leaseMs)
  })

  it('is retried soon at first, then every 8 seconds, and not after its lease', async () => {
    const { tries, error } = await away(secondsMs(120))
    expect(tries.slice(0, 8)).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 15_750, 23_750])
    expect(tries.at(-1)).toBe(87_750)
    expect(error).toMatchObject({ message: 'away' })
  })

  it('is not retried once the process is stopping', async () => {
    const { tries, error } = await away(secondsMs(10), (ms) => ms >= 1_000)
    expect(tries).toEqual([0, 250, 750, 1_750])
    expect(error).toMatchObject({ message: 'away' })
  })
})

/** On a clock that only the waiting moves. */
async function away(forMs: number, isCut: (ms: number) => boolean = () => false) {
  let ms = 0
  const tries: number[] = []
  const write = async () => {
    tries.push(ms)
    if (ms < forMs) throw new Error('away')
  }
  const error = await writeUntil(write, {
    until: after(start, leaseMs),
    now: () => after(start, ms),
    wait: async (waitMs) => {
      ms += waitMs
    },
    isCut: () => isCut(ms),
    onAgain: () => {},
  }).catch((error: unknown) => error)
  return { tries, error, writtenAfterMs: error === undefined ? ms : undefined }
}
