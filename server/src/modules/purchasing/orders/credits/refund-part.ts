import { sumOf } from '#kernel/money'
import type { Refund, RefundPurpose } from '#modules/payments'
import type { Conn } from '#platform/db'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import type { OrderDocument } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { type Place, placesOf } from './reduction.ts'

/**
 * What a part of an order costs now, less pending refunds that its price does not include yet. Undefined if the order
 * has no such part. Without a purpose: the whole order.
 */
export async function partOfOrder(
  conn: Conn,
  { companyId, orderId }: { readonly companyId: string; readonly orderId: string },
  purpose: RefundPurpose | undefined,
  refunds: readonly Pick<Refund, 'id' | 'state' | 'amount' | 'purpose'>[],
) {
  const document = await findOrder(conn, companyId, orderId)
  if (!document) return undefined
  const { order } = document
  const lines = document.lines.map(({ progress }) => progress)
  const suppliers = [...new Set(lines.map(({ supplierCompanyId }) => supplierCompanyId))]
  const places = placesOf({ order, lines }).filter(({ on }) => isFor(purpose, on))
  if (places.length === 0) return undefined
  const noted = notedRefunds(document)
  const coming = refunds.filter(
    (one) =>
      one.state !== 'FAILED' &&
      one.purpose &&
      !noted.has(one.id) &&
      meet(lines, one.purpose, purpose),
  )
  const { currency } = order.total
  const cost = sumOf(
    places.map((place) => place.cost),
    currency,
  )
  const taken = sumOf(
    coming.map(({ amount }) => amount),
    currency,
  )
  const left = cost.amountMinor - taken.amountMinor
  return { cost: { amountMinor: left > 0n ? left : 0n, currency }, suppliers }
}

/** Refunds by hand that have already reduced the price. */
export function notedRefunds({ timeline }: Pick<OrderDocument, 'timeline'>): ReadonlySet<unknown> {
  return new Set(
    timeline.flatMap(({ kind, details }) => {
      return kind === 'PRICE_REDUCED' && details.refundId !== undefined ? [details.refundId] : []
    }),
  )
}

/** Whether a refund with this purpose is for this part of the order. */
export function isFor(purpose: RefundPurpose | undefined, on: Place['on']): boolean {
  if (!purpose) return true
  if ('lineNumber' in purpose)
    return on.part !== 'SHIPPING' && on.line.lineNumber === purpose.lineNumber
  const { supplierCompanyId } = on.part === 'SHIPPING' ? on.cost : on.line
  return supplierCompanyId === purpose.supplierId
}

/** Two lines meet if they are the same. A line and a supplier's part meet if the supplier sells the line. */
function meet(
  lines: readonly LineProgress[],
  one: RefundPurpose,
  other: RefundPurpose | undefined,
): boolean {
  if (!other) return true
  if ('lineNumber' in one && 'lineNumber' in other) return one.lineNumber === other.lineNumber
  return supplierOf(lines, one) === supplierOf(lines, other)
}

export function supplierOf(
  lines: readonly LineProgress[],
  purpose: RefundPurpose,
): string | undefined {
  if ('supplierId' in purpose) return purpose.supplierId
  return lines.find(({ lineNumber }) => lineNumber === purpose.lineNumber)?.supplierCompanyId
}
