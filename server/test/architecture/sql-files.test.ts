import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, secondsMs } from '#kernel/time'
import { jobsQueue } from '#platform/jobs'
import { claim, depth, leaseFor, type Queue } from '#platform/leases'
import { recordStatements } from '../../scripts/sql/record-statements.ts'
import { statementPage } from '../../scripts/sql/statement-page.ts'

const database = await useDatabase()
// Other tests of this process may have left work under way on databases of their own.
const name = new URL(database.url).pathname.slice(1)
const now = new Date('2026-01-02T03:04:05Z')

const pageOf = async (...work: readonly (() => Promise<unknown>)[]): Promise<string> => {
  const sections = []
  for (const each of work) {
    sections.push({ title: 'A turn', statements: await recordStatements(each, name) })
  }
  return statementPage('Claims.', sections)
}
const claimOf =
  (queue: Queue, at = now) =>
  () =>
    claim(database.pool, queue, leaseFor(queue, at), at, 10)

describe('a file of SQL statements', () => {
  it('stays the same when only times, ids and leases differ', async () => {
    const page = await pageOf(claimOf(jobsQueue))
    expect(page).toContain('-- claim in server/src/platform/leases/claim.ts\n')
    expect(page).toContain('  "platform"."jobs" as job\n')
    expect(await pageOf(claimOf(jobsQueue, after(now, secondsMs(90))))).toBe(page)
  })

  it('changes with its statements', async () => {
    const wrongOnPurpose: Queue = { ...jobsQueue, waiting: ['PENDING'] }
    const page = await pageOf(claimOf(jobsQueue))
    expect(await pageOf(claimOf(wrongOnPurpose))).not.toBe(page)
  })

  it('shows the beginning and end of a transaction, and a repeated statement once', async () => {
    const twice = () =>
      database.transaction(async (tx) => {
        const lease = leaseFor(jobsQueue, now)
        await claim(tx, jobsQueue, lease, now, 10)
        await claim(tx, jobsQueue, lease, now, 20)
      })
    const page = await pageOf(twice, twice)
    expect(page.match(/^(?:begin|commit|-- As above: claim\.)/gm)).toEqual([
      'begin',
      'commit',
      'begin',
      '-- As above: claim.',
      'commit',
    ])
    expect(page.match(/^update\b/gm)).toHaveLength(1)
  })

  it('requires a sentence for each function, and at least one statement', async () => {
    await expect(pageOf(() => depth(database.pool, jobsQueue))).rejects.toThrow(
      'depth in server/src/platform/leases/backlog.ts sends a statement whose purpose is not known. Add a sentence for it to server/scripts/sql/purposes.ts.',
    )
    await expect(pageOf(async () => undefined)).rejects.toThrow('Nothing was recorded for: A turn.')
  })
})
