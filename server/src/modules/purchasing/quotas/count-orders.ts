import type { Id } from '#kernel/id'
import type { Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import {
  deleteHeld,
  type KeptPieces,
  type LockedQuota,
  lockQuotasOfCheckout,
  lowerCallOffs,
  markNoticed,
  moveToOrder,
} from './call-off-store.ts'
import { QuotaReached } from './events.ts'
import { reachedPercent } from './quota.ts'

export type OfCheckout = { readonly companyId: Id<'co'>; readonly checkoutId: string }

/**
 * Participant: the order calls off what its checkout holds, and the companies are told when it reaches 80 or 100 percent
 * of a maximum. A repeat changes nothing.
 */
export async function callOff(tx: Tx, of: OfCheckout, orderId: string, now: Date): Promise<void> {
  const locked = await lockQuotasOfCheckout(tx, of)
  const sums = await moveToOrder(tx, of, orderId)
  for (const quota of locked) {
    const calledOff = quota.calledOff + (sums.get(quota.id) ?? 0n)
    const percent = reachedPercent(quota.maximum, calledOff)
    if (percent <= quota.noticedPercent) continue
    await markNoticed(tx, quota, percent)
    await tellReached(tx, of, quota, percent, now)
  }
}

/** Participant: the checkout ended without an order. A repeat changes nothing. */
export async function releaseQuotas(tx: Tx, of: OfCheckout): Promise<void> {
  await lockQuotasOfCheckout(tx, of)
  await deleteHeld(tx, of)
}

/** Participant: pieces of a placed order were cancelled, refused or returned. */
export async function giveQuotasBack(
  tx: Tx,
  of: OfCheckout,
  lines: readonly KeptPieces[],
): Promise<void> {
  await lockQuotasOfCheckout(tx, of)
  await lowerCallOffs(tx, of, lines)
}

/** Each of the two companies has an event of its own. */
async function tellReached(
  tx: Tx,
  { companyId }: OfCheckout,
  quota: LockedQuota,
  percent: number,
  now: Date,
): Promise<void> {
  const { contractId, reference, supplierCompanyId, covers, coveredId, measure } = quota
  const data = {
    contractId,
    reference,
    supplierId: supplierCompanyId,
    quotaId: quota.id,
    covers,
    coveredId,
    measure,
    percent,
  }
  const event = { entityId: contractId, entityVersion: 1, occurredAt: now, data }
  await emit(tx, QuotaReached, { companyId, ...event })
  if (supplierCompanyId !== companyId) {
    await emit(tx, QuotaReached, { companyId: supplierCompanyId as Id<'co'>, ...event })
  }
}
