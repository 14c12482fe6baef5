import type { Tx } from '#platform/db'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { Order } from '../order.ts'

/**
 * Participant: pieces of these lines were cancelled, refused or returned, so that the order calls off less from its frame
 * contracts. An order without them costs no statement.
 */
export async function releaseCallOffs(
  { quotas }: Pick<FulfilmentDeps, 'quotas'>,
  tx: Tx,
  { companyId, checkoutId, contracts }: Order,
  parts: readonly { readonly line: LineProgress }[],
): Promise<void> {
  if (!contracts || checkoutId === undefined) return
  const lines = parts.map(({ line }) => ({
    lineNumber: line.lineNumber,
    kept: line.quantity - line.creditedQuantity,
  }))
  await quotas.giveBack(tx, { companyId, checkoutId }, lines)
}
