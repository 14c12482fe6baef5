import type { Conn } from '#platform/db'
import { stepsMax } from '../fulfilment/steps-max.ts'
import type { OrderDocument } from '../order.ts'
import { termsBefore } from '../versions/version.ts'
import { listVersions } from '../versions/version-store.ts'
import { partOfSupplier } from './part-of-order.ts'
import { withoutCancelled } from './without-cancelled.ts'

/**
 * The part of a supplier at this revision of its purchase order, as if it had been ordered so. What approvers removed
 * before the supplier saw the order belongs to no revision.
 */
export async function partAtRevision(
  conn: Conn,
  document: OrderDocument,
  supplierId: string,
  revision: number,
): Promise<OrderDocument> {
  const part = partOfSupplier(document, supplierId)
  const { companyId, id } = part.order
  const versions = await listVersions(conn, companyId, id, { supplierId, limit: stepsMax })
  const later = versions.filter(({ changes }) => (changes.revisions[supplierId] ?? 0) > revision)
  const terms = termsBefore(
    part.lines.map(({ progress }) => progress),
    later,
  )
  const lines = part.lines.map((line) => {
    const { quantity, lineNumber } = line.progress
    const cancelled = quantity - (terms.get(lineNumber)?.quantity ?? quantity)
    const progress = { ...line.progress, cancelled, creditedQuantity: cancelled, shipped: 0 }
    return { ...line, progress }
  })
  return { ...part, ...withoutCancelled(part.order, lines) }
}
