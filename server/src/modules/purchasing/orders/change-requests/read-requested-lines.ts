import { isDeepStrictEqual } from 'node:util'
import { numberOf, type Quantity } from '#kernel/quantity'
import { deliveryOf } from '../addresses/deliveries.ts'
import { fail } from '../failures.ts'
import type { LineProgress } from '../fulfilment/line-progress.ts'
import { pickOpenLines } from '../fulfilment/pick-lines.ts'
import type { OrderInStep } from '../fulfilment/take-step.ts'
import type { Address, Order } from '../order.ts'
import { assertQuantityPossible, termsOf } from '../proposals/terms.ts'
import type { LineChange, RequestedLine } from './change-request.ts'

/** Another quantity or address, another day, or both. Or the supplier shall not deliver what is open of the line. */
export type LineWish = { readonly lineNumber: number } & (
  | { readonly quantity?: Quantity | undefined; readonly requestedDate?: string | undefined }
  | { readonly shipTo: Address; readonly requestedDate?: string | undefined }
  | { readonly cancel: true }
)

/** Throws if a wish is impossible today, by the time zone of the buyer. The lines stay in their order, and have one supplier. */
export function readRequestedLines(
  { order, lines }: Pick<OrderInStep, 'order' | 'lines'>,
  wishes: readonly LineWish[],
  today: string,
): { readonly supplierCompanyId: string; readonly changes: readonly LineChange[] } {
  const picked = pickOpenLines(
    lines,
    wishes.map(({ lineNumber }) => lineNumber),
  )
  const suppliers = [...new Set(picked.map((line) => line.supplierCompanyId))]
  const [supplierCompanyId] = suppliers
  if (!supplierCompanyId || suppliers.length > 1) throw fail('several_suppliers', { suppliers })
  const changes = picked.map((line, at) => {
    const requested = requestedOf(order, line, wishes[at] as LineWish)
    assertPossible(line, requested, today)
    return { line, requested }
  })
  return { supplierCompanyId, changes }
}

function requestedOf(order: Order, line: LineProgress, wish: LineWish): RequestedLine {
  const { lineNumber, shipped } = line
  const { quantity: quantityBefore, promisedDate } = termsOf(line)
  const terms = { lineNumber, quantityBefore, ...(promisedDate !== undefined && { promisedDate }) }
  if ('cancel' in wish) return { ...terms, quantity: shipped }
  const day = wish.requestedDate === undefined ? {} : { requestedDate: wish.requestedDate }
  if (!('shipTo' in wish)) return { ...terms, quantity: wish.quantity ?? quantityBefore, ...day }
  const { shipTo } = wish
  const isOther = !isDeepStrictEqual(shipTo, deliveryOf(order, line).shipTo)
  return { ...terms, quantity: quantityBefore, ...day, ...(isOther && { shipTo }) }
}

function assertPossible(line: LineProgress, requested: RequestedLine, today: string): void {
  const { lineNumber, proposalId, shipped } = line
  const { quantity, quantityBefore, requestedDate, promisedDate, shipTo } = requested
  if (proposalId !== undefined) throw fail('change_proposed', { proposalId, lineNumber })
  assertQuantityPossible(line, quantity)
  if (requestedDate !== undefined && requestedDate < today) {
    throw fail('requested_date_past', { lineNumber, today })
  }
  if (shipTo && shipped > 0n) {
    throw fail('line_partly_shipped', { lineNumber, shipped: numberOf(shipped) })
  }
  const isSameDay = requestedDate === undefined || requestedDate === promisedDate
  if (quantity === quantityBefore && isSameDay && !shipTo) {
    throw fail('nothing_changed', { lineNumber })
  }
}
