import { createHash } from 'node:crypto'
import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import type { FxDeps } from '../deps.ts'
import { fail } from '../failures.ts'
import { ratesTopic } from '../fetching/fetch-rates.ts'
import type { RateSet } from '../rate-set.ts'
import { findLatestSet, insertSet } from '../store.ts'
import type { HeldRate } from './held-rate.ts'
import { endHeldNotice } from './held-rate-notice.ts'
import { findHeldRate, lockProvider, markReleased } from './held-rate-store.ts'

/**
 * Takes the held rate into use: a new set has it, and the other rates of the newest set. A second release of the same
 * rate changes nothing. Throws `fx.held_rate_not_found`, and `fx.held_rate_withdrawn` if the provider no longer says it.
 */
export async function releaseRate(deps: FxDeps, actor: Actor, id: string): Promise<HeldRate> {
  const { database, now: clock } = deps
  const now = clock()
  return database.transaction(async (tx) => {
    const found = await findHeldRate(tx, id)
    if (!found) throw fail('held_rate_not_found')
    await lockProvider(tx, found.provider)
    const released = await markReleased(tx, id, actor.id, now)
    if (!released) return decidedBefore(tx, id)
    await insertReleased(tx, released, now)
    await endHeldNotice(deps, tx, released.currency, now)
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'fx.rate_released',
      target: { type: 'held_rate', id },
      outcome: 'done',
      details: {
        currency: released.currency,
        rate: released.rate.toFixed(),
        rateBefore: released.rateInUse.toFixed(),
      },
      now,
    })
    ringAfterCommit(tx, ratesTopic)
    return released
  })
}

async function decidedBefore(tx: Tx, id: string): Promise<HeldRate> {
  const decided = await findHeldRate(tx, id)
  if (decided?.state !== 'RELEASED') throw fail('held_rate_withdrawn')
  return decided
}

/** The newest set has the rate on hold, because each fetch renews or withdraws what waits. */
async function insertReleased(tx: Tx, { id, currency, rate }: HeldRate, now: Date): Promise<void> {
  const latest = await findLatestSet(tx)
  if (!latest) throw new Error('a rate is held without a set')
  const olderRates = new Map(latest.olderRates)
  olderRates.delete(currency)
  const set: RateSet = {
    ...latest,
    id: newId('fxs', now),
    // Of two sets of one moment, the one that was fetched last counts.
    fetchedAt: new Date(Math.max(now.getTime(), latest.fetchedAt.getTime() + 1)),
    rates: new Map([...latest.rates, [currency, rate]]),
    olderRates,
  }
  const digest = createHash('sha256').update(`${latest.id} ${id}`).digest('hex')
  await insertSet(tx, set, digest)
}
