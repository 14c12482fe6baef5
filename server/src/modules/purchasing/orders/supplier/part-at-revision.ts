import type { ShippingCost } from '#modules/totals'
import type { Conn } from '#platform/db'
import { deliveriesFor } from '../addresses/deliveries.ts'
import { fail } from '../failures.ts'
import { stepsMax } from '../fulfilment/steps-max.ts'
import type { Order, OrderDocument, PlacedLine } from '../order.ts'
import { type OrderVersion, termsBefore } from '../versions/version.ts'
import { listVersions } from '../versions/version-store.ts'
import { partOfSupplier } from './part-of-order.ts'
import { asOrdered } from './purchase-order-number.ts'
import { withoutCancelled } from './without-cancelled.ts'

/** The part of a supplier, and the revision of its purchase order that it shows. */
export type RevisedPart = { readonly part: OrderDocument; readonly revision: number }

/**
 * The part of a supplier at this revision of its purchase order, as if it had been ordered so. Undefined: the newest one
 * that has lines. It has the addresses of its lines, and a later revision their promised days. What approvers removed before the supplier saw the order belongs to no revision.
 */
export async function partAtRevision(
  conn: Conn,
  document: OrderDocument,
  supplierId: string,
  wanted: number | undefined,
): Promise<RevisedPart> {
  const part = partOfSupplier(document, supplierId)
  const { companyId, id, revisions } = part.order
  const newest = revisions?.[supplierId] ?? asOrdered
  if (wanted !== undefined && wanted > newest) throw fail('revision_not_found', { newest })
  const versions = await listVersions(conn, companyId, id, { supplierId, limit: stepsMax })
  const at = (revision: number) => ({
    part: revise(document.order, part, supplierId, versions, revision),
    revision,
  })
  if (wanted !== undefined) return at(wanted)
  for (let revision = newest; revision > asOrdered; revision -= 1) {
    const revised = at(revision)
    if (revised.part.lines.length > 0) return revised
  }
  return at(asOrdered)
}

function revise(
  whole: Order,
  part: OrderDocument,
  supplierId: string,
  versions: readonly OrderVersion[],
  revision: number,
): OrderDocument {
  const later = versions.filter(({ changes }) => (changes.revisions[supplierId] ?? 0) > revision)
  const terms = termsBefore(
    part.lines.map(({ progress }) => progress),
    later,
  )
  const lines = part.lines.map((line): PlacedLine => {
    const { quantity, lineNumber } = line.progress
    const { quantity: left = quantity, promisedDate, delivery } = terms.get(lineNumber) ?? {}
    const cancelled = quantity - left
    const credited = { cancelled, creditedQuantity: cancelled, shipped: 0n }
    const progress = { ...line.progress, ...credited, delivery }
    const requestedDate = revision > asOrdered ? promisedDate : undefined
    return { ...line, requestedDate: requestedDate ?? line.requestedDate, delivery, progress }
  })
  const left = lines.map((line) => line.progress).filter((line) => line.cancelled < line.quantity)
  const order = {
    ...part.order,
    ...deliveriesFor(whole, left),
    shippingCosts: part.order.shippingCosts?.map((cost) => costBefore(cost, part.lines, lines)),
  }
  return { ...part, ...withoutCancelled(order, lines) }
}

/** The shipping cost in the parcel that the lines were in then: it has moved with them. */
function costBefore(
  cost: ShippingCost,
  now: readonly PlacedLine[],
  then: readonly PlacedLine[],
): ShippingCost {
  if (cost.delivery === undefined) return cost
  const at = then.findIndex(
    ({ progress: { cancelled, quantity } }, line) =>
      cancelled < quantity && (now[line]?.delivery ?? 1) === cost.delivery + 1,
  )
  const { delivery = cost.delivery + 1 } = then[at] ?? {}
  return { ...cost, delivery: delivery - 1 }
}
