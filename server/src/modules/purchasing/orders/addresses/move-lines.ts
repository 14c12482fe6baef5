import { canonicalJson } from '#kernel/canonical'
import type { ShippingCostKey } from '#modules/totals'
import type { LineChange } from '../change-requests/change-request.ts'
import { isSameCost } from '../credits/reduction.ts'
import { isOn } from '../credits/tax-groups.ts'
import { fail } from '../failures.ts'
import { type LineProgress, openOf } from '../fulfilment/line-progress.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import { deliveriesMax } from '../line-references/index.ts'
import type { Delivery, Order } from '../order.ts'
import { deliveriesOf, deliveryOf, shipToOf } from './deliveries.ts'

/** The most deliveries of an order after its addresses have changed. */
const movedDeliveriesMax = 2 * deliveriesMax

/** Lines of one parcel that go to one other address, and the delivery that they then are in. */
type Move = {
  /** The parcel that they leave. */
  readonly from: ShippingCostKey
  readonly to: Delivery
  readonly lines: readonly LineProgress[]
}

/** What an order says of its addresses. */
export type Addressed = Pick<
  Order,
  'shipTo' | 'deliveries' | 'shippingCosts' | 'shippingCostReduced'
>

/**
 * The lines that go to other addresses, each in its new delivery, and the order with these deliveries. A delivery keeps its number and
 * its address for ever: shipments, invoices and earlier versions name it. The shipping cost goes with its parcel if all of that moves.
 * Undefined: no line moves. Throws if the order would get too many deliveries.
 */
export function moveLines(
  { order, lines }: LockedOrder,
  changes: readonly LineChange[],
): { readonly order: Addressed; readonly moved: readonly LineProgress[] } | undefined {
  const moves = movesOf(order, changes)
  if (moves.length === 0) return undefined
  const moved = moves.flatMap(({ to, lines: own }) =>
    own.map((line) => ({ ...line, delivery: to.number })),
  )
  const deliveries = [...deliveriesOf(order), ...moves.map(({ to }) => to)]
  const whole = moves.filter((move) => isWhole(move, lines))
  const follow = <Key extends ShippingCostKey>(key: Key): Key => {
    const move = whole.find(({ from }) => isSameCost(from, key))
    return move ? { ...key, delivery: move.to.number - 1 } : key
  }
  return {
    moved,
    order: {
      shipTo: shipToOf({ ...order, deliveries }, replaceLines(lines, moved)),
      deliveries,
      shippingCosts: order.shippingCosts?.map(follow),
      shippingCostReduced: order.shippingCostReduced.map(follow),
    },
  }
}

/**
 * Throws if a shipping cost was paid for one parcel that would become two before any of it has left, or if the order would get too
 * many deliveries.
 */
export function assertParcelsWhole(
  { order, lines }: LockedOrder,
  changes: readonly LineChange[],
): void {
  for (const { from, lines: moved } of movesOf(order, changes)) {
    const cost = order.shippingCosts?.find((one) => isSameCost(one, from))
    if (!cost || cost.amount.amountMinor === 0n) continue
    const parcel = lines.filter((line) => isOn(from, line))
    const hasLeft = parcel.some(({ shipped }) => shipped > 0n)
    const open = parcel.filter((line) => openOf(line) > 0n)
    if (hasLeft || open.length === moved.length) continue
    throw fail('parcel_divided', { lineNumbers: open.map(({ lineNumber }) => lineNumber) })
  }
}

function movesOf(order: Order, changes: readonly LineChange[]): Move[] {
  const wished = changes.flatMap(({ line, requested: { shipTo } }) =>
    shipTo ? [{ line, shipTo }] : [],
  )
  const byTarget = Map.groupBy(wished, ({ line, shipTo }) =>
    canonicalJson([line.delivery ?? 1, shipTo]),
  )
  const before = deliveriesOf(order)
  if (before.length + byTarget.size > movedDeliveriesMax) {
    throw fail('too_many_deliveries', { limit: movedDeliveriesMax })
  }
  const last = Math.max(...before.map(({ number }) => number))
  return [...byTarget.values()].flatMap((own, at): Move[] => {
    const [first] = own
    if (!first) return []
    const { line, shipTo } = first
    const left = deliveryOf(order, line)
    return [
      {
        from: { supplierCompanyId: line.supplierCompanyId, delivery: left.number - 1 },
        to: { ...left, number: last + at + 1, shipTo },
        lines: own.map((one) => one.line),
      },
    ]
  })
}

/** Whether nothing of the parcel stays, or has left before. */
function isWhole({ from, lines: own }: Move, lines: readonly LineProgress[]): boolean {
  const numbers = new Set(own.map(({ lineNumber }) => lineNumber))
  return lines.every(
    (line) => !isOn(from, line) || line.cancelled === line.quantity || numbers.has(line.lineNumber),
  )
}
