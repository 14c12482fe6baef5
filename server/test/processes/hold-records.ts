import { writeSync } from 'node:fs'
import { openDatabase } from '#platform/db'
import { claim, createClaimer, leaseFor, noteProcesses, type Queue } from '#platform/leases'

/**
 * A worker process that takes one record of each queue. Then it stands still until it is killed or stopped, or its program never
 * comes back from a loop.
 */
export type Holding = {
  readonly url: string
  readonly queues: readonly Queue[]
  readonly now: string
  readonly isAlone: boolean
  readonly isLooping: boolean
}

const holding: Holding = JSON.parse(process.argv[2] ?? '')
const now = new Date(holding.now)
const database = openDatabase({ url: holding.url, poolMax: 2, statementTimeoutMs: 15_000 })
await noteProcesses(database.pool, now)
const missed: string[] = []
for (const queue of holding.queues)
  if ((await take(queue)).length === 0) missed.push(`${queue.table} ${queue.only?.value}`)
writeSync(1, JSON.stringify({ missed }))
if (holding.isLooping) for (;;);
setInterval(() => undefined, 1_000)

function take(queue: Queue): Promise<unknown[]> {
  const lease = leaseFor(queue, now)
  const { isAlone } = holding
  if (!queue.isInParts) return claim(database.pool, queue, lease, now, 1, { isAlone })
  const claimer = createClaimer(queue)
  return database.transaction((tx) =>
    isAlone ? claimer.alone(tx, lease, now) : claimer(tx, lease, now, 1),
  )
}
