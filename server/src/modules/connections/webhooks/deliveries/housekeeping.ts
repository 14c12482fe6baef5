import { firstIdAt } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import type { Database } from '#platform/db'
import { type Sweeping, sweepOnce, type WorkLog } from '#platform/leases'
import { ringAfterCommit } from '#platform/wake'
import { startProbes } from '../endpoints/breaker-store.ts'
import { breaker } from '../endpoints/endpoint.ts'
import { settleCancelled } from '../replays/cancel-replay.ts'
import { forgetReplays } from '../replays/replay-record-store.ts'
import { closeExhausted } from '../watch/webhook-metrics-store.ts'
import { deliveryQueue, deliveryTopic } from './delivery.ts'
import { expireHeld, expireWaiting, forgetRotatedSecrets, settleHeld } from './hold-store.ts'
import { freeFirst, placeOf } from './line-store.ts'
import { expiredShownDays } from './partition-store.ts'

export const deliverySweeping: Sweeping = {
  queue: deliveryQueue,
  onSwept: async (tx, { exhausted, returned }, now) => {
    await closeExhausted(
      tx,
      exhausted.map((row) => ({ companyId: String(row.company_id), id: String(row.id) })),
      now,
    )
    // The deliveries behind these were put back while the dead worker had the line, and would be checked again much
    // later.
    const lined = [...exhausted, ...returned].map(placeOf).filter((place) => place !== undefined)
    if (lined.length > 0) await freeFirst(tx, lined, now)
    ringAfterCommit(tx, deliveryTopic)
  },
}

const batchMax = 1_000
/** The most that one pass releases: more than a receiver takes until the next pass. */
const settleLimits = { batchMax: 5_000, batches: 10 }

type Deps = { readonly database: Database; readonly log: WorkLog; readonly retentionDays: number }

/**
 * Returns deliveries whose worker died, releases deliveries that are held without a reason, and expires those held
 * too long.
 */
export async function keepHouse({ database, log, retentionDays }: Deps, now: Date): Promise<void> {
  await sweepOnce(database, deliverySweeping, now, log)
  const { pool } = database
  await startProbes(pool, now, after(now, breaker.probeEveryMs), batchMax)
  const released = await settleAll(database, now)
  const oldest = firstIdAt('dlv', after(now, -daysMs(retentionDays)))
  const expired = await expireHeld(pool, oldest, now, batchMax)
  // Only blocked deliveries, or those released late, still wait then: their partition is about to be dropped.
  const last = firstIdAt('dlv', after(now, -daysMs(retentionDays + expiredShownDays - 1)))
  const late = await expireWaiting(pool, last, now, batchMax)
  await forgetRotatedSecrets(pool, now)
  await settleCancelled(pool, now)
  await forgetReplays(pool, after(now, -daysMs(retentionDays + expiredShownDays)), batchMax)
  if (released > 0) log.info({ settled: released }, 'Held deliveries were let go.')
  if (expired + late > 0) log.warn({ expired: expired + late }, 'Deliveries have EXPIRED.')
}

async function settleAll({ pool }: Database, now: Date): Promise<number> {
  let count = 0
  for (let batch = 0; batch < settleLimits.batches; batch += 1) {
    const moved = await settleHeld(pool, now, settleLimits.batchMax)
    count += moved
    if (moved < settleLimits.batchMax) break
  }
  return count
}
