import type { Actor } from '#kernel/actor'
import type { Money } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { emit, emitAll } from '#platform/outbox'
import { assertNoChangeRequested } from '../change-requests/end-touched-requests.ts'
import { type MovedPart, move } from '../credits/reduction.ts'
import { fail } from '../failures.ts'
import { isOpen } from '../lifecycle.ts'
import type { Shipment } from '../order.ts'
import { suppliedBy } from '../party.ts'
import { SupplierOrderShipped } from '../supplier/supplier-events.ts'
import { piecesToSuppliers } from '../supplier/to-suppliers.ts'
import type { FulfilmentDeps } from './fulfilment-deps.ts'
import {
  creditData,
  OrderShipped,
  orderEvent,
  reducedData,
  trackingData,
} from './fulfilment-events.ts'
import { openOf, type Pieces, shippableOf } from './line-progress.ts'
import { type Picked, pickLines } from './pick-lines.ts'
import { insertShipment } from './shipment-store.ts'
import { type OrderInStep, type StepRequest, takeStep } from './take-step.ts'

export type ShipInput = StepRequest & {
  /** Default: everything that is open of the supplier's lines. */
  readonly lines?: readonly Pieces[] | undefined
  readonly carrier?: string | undefined
  readonly trackingNumber?: string | undefined
  readonly trackingUrl?: string | undefined
  readonly note?: string | undefined
}

/** Ships one parcel or one truck of one supplier to one address. Shipping also confirms what is shipped. */
export function shipLines(deps: FulfilmentDeps, actor: Actor, input: ShipInput) {
  assertSafeUrl(input.trackingUrl)
  return takeStep(deps, actor, input, 'shp', (tx, locked) => {
    const { order, now } = locked
    if (!isOpen(order.state)) throw fail('order_not_open', { state: order.state })
    if (order.held) throw fail('order_held', { since: order.held.at.toISOString() })
    const picked = pickedOf(locked, input.lines)
    assertOneDelivery(picked)
    assertNoChangeRequested(picked.map(({ line }) => line))
    const shipment = shipmentOf(locked, actor, input, picked)
    const pieces = picked.map(({ line: { lineNumber }, quantity }) => ({ lineNumber, quantity }))
    const { parts, lines: changed, shippingCostReduced } = move(locked, pieces, 'SHIPPED')
    const isShipped = new Set(pieces.map(({ lineNumber }) => lineNumber))
    return {
      kind: 'SHIPPED',
      changed: changed.map((line) =>
        isShipped.has(line.lineNumber) ? { ...line, confirmedAt: line.confirmedAt ?? now } : line,
      ),
      shippingCostReduced,
      details: { shipmentId: shipment.id, lines: picked.length },
      record: async (shipped) => {
        await insertShipment(tx, order, shipment)
        const { id: shipmentId, supplierCompanyId: supplierId } = shipment
        const lines = picked.map((one) => reducedData(one, reductionOn(one, parts)))
        const data = {
          shipmentId,
          supplierId,
          ...trackingData(shipment),
          lines,
          ...costReductions(parts),
        }
        await emit(tx, OrderShipped, orderEvent(shipped, now, data))
        const supplierEvents = piecesToSuppliers(shipped, picked, now, { shipmentId })
        await emitAll(tx, SupplierOrderShipped, supplierEvents)
      },
    }
  })
}

function pickedOf({ party, lines }: OrderInStep, named: readonly Pieces[] | undefined): Picked[] {
  const own = suppliedBy(party, lines)
  if (named) {
    const picked = pickLines(own, named, openOf, 'quantity_exceeds_open')
    assertInStock(picked)
    return picked
  }
  const inStock = own.map((line) => ({ line, quantity: shippableOf(line) }))
  const picked = inStock.filter(({ quantity }) => quantity > 0n)
  if (picked.length > 0) return picked
  assertInStock(own.map((line) => ({ line, quantity: openOf(line) })))
  throw fail('nothing_open')
}

/** What waits for stock cannot leave. */
function assertInStock(picked: readonly Picked[]): void {
  const short = picked
    .filter(({ line, quantity }) => quantity > shippableOf(line))
    .map(({ line, quantity }) => ({
      lineNumber: line.lineNumber,
      requested: numberOf(quantity),
      left: numberOf(shippableOf(line)),
    }))
  if (short.length > 0) throw fail('waits_for_stock', { lines: short })
}

function reductionOn({ line }: Picked, parts: readonly MovedPart[]): Money | undefined {
  return parts.find((part) => 'line' in part && part.line.lineNumber === line.lineNumber)?.reduction
}

/**
 * The first shipment of a parcel carries its shipping cost, and the first of a supplier carries its fee: the invoice
 * names what was taken off them.
 */
function costReductions(parts: readonly MovedPart[]) {
  return Object.fromEntries(
    parts.flatMap((part) => {
      if (!('shippingCost' in part) || part.reduction.amountMinor === 0n) return []
      const isFee = part.shippingCost.kind === 'BELOW_MINIMUM'
      const name = isFee ? 'feeReduction' : 'shippingCostReduction'
      return [[name, creditData(part.reduction)] as const]
    }),
  )
}

function assertOneDelivery(picked: readonly Picked[]): void {
  const byDelivery = Map.groupBy(picked, ({ line }) => line.delivery ?? 1)
  if (byDelivery.size < 2) return
  const deliveries = [...byDelivery].map(([delivery, parts]) => ({
    delivery,
    lineNumbers: parts.map(({ line }) => line.lineNumber),
  }))
  throw fail('several_deliveries', { deliveries })
}

function shipmentOf(
  locked: OrderInStep,
  actor: Actor,
  input: ShipInput,
  picked: Picked[],
): Shipment {
  const suppliers = [...new Set(picked.map(({ line }) => line.supplierCompanyId))]
  const [supplierCompanyId] = suppliers
  if (!supplierCompanyId || suppliers.length > 1) throw fail('several_suppliers', { suppliers })
  const { carrier, trackingNumber, trackingUrl, note } = input
  return {
    id: locked.stepId as Shipment['id'],
    supplierCompanyId,
    carrier,
    trackingNumber,
    trackingUrl,
    note,
    shippedBy: actor.id,
    shippedAt: locked.now,
    deliveredAt: undefined,
    deliveryNote: undefined,
    lines: picked.map(({ line: { lineNumber }, quantity }) => ({
      lineNumber,
      quantity,
      damaged: 0n,
      missing: 0n,
    })),
  }
}

/** Buyers click on this link, so only a plain https address is accepted. We never request it. */
function assertSafeUrl(text: string | undefined): void {
  if (text === undefined) return
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === ''
  if (!isPlain) throw fail('tracking_url_invalid')
}
