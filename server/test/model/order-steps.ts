import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { numberOf, quantityOf } from '#kernel/quantity'
import { type OrderLineRow, openOf } from './books.ts'
import { aPick, aQuantity } from './cart-steps.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import {
  giveUp,
  half,
  type Model,
  type ModelOrder,
  modulesOf,
  outcomeOf,
  pick,
  refusedBy,
  restock,
  type Trade,
} from './trade.ts'

const underWay = (lines: readonly OrderLineRow[]) =>
  lines.some(({ shipped, delivered, missing }) => shipped > delivered + missing)
const returnable = ({ delivered, returned }: OrderLineRow) => delivered - returned
const claimable = ({ missing, claimed }: OrderLineRow) => missing - claimed

export const ordersWith = (model: Model, has: (order: ModelOrder) => boolean) =>
  model.orders.filter(has)
export const anyLine = (has: (line: OrderLineRow) => boolean) => (order: ModelOrder) =>
  order.lines.some(has)
export const hasOpen = anyLine((line) => openOf(line) > 0)
const hasReturnable = anyLine((line) => returnable(line) > 0)
const hasClaimable = anyLine((line) => claimable(line) > 0)

export const anOrder = { order: aPick, line: aPick, quantity: aQuantity }

export function orderSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'cancel goods',
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record(anOrder),
      run: cancelGoods,
    }),
    stepOf(tally, {
      name: 'ship',
      weight: 4,
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record(anOrder),
      run: ship,
    }),
    stepOf(tally, {
      name: 'deliver',
      weight: 6,
      can: (model) => ordersWith(model, ({ lines }) => underWay(lines)).length > 0,
      input: fc.record({
        order: aPick,
        missing: fc.integer({ min: 0, max: 4 }).map((halves) => halves * half),
      }),
      run: deliver,
    }),
    stepOf(tally, {
      name: 'give back',
      weight: 5,
      can: (model) => ordersWith(model, hasReturnable).length > 0,
      input: fc.record({ ...anOrder, accept: fc.boolean(), restock: fc.boolean() }),
      run: (model, real, wish) => giveBack(model, real, { ...wish, isMissing: false }),
    }),
    stepOf(tally, {
      name: 'claim what is missing',
      weight: 4,
      can: (model) => ordersWith(model, hasClaimable).length > 0,
      input: fc.record({ ...anOrder, accept: fc.boolean(), restock: fc.boolean() }),
      run: (model, real, wish) => giveBack(model, real, { ...wish, isMissing: true }),
    }),
    stepOf(tally, {
      name: 'refund by hand',
      can: (model) => model.orders.length > 0,
      input: fc.record({ order: aPick, cents: fc.integer({ min: 1, max: 20_000 }) }),
      run: refundByHand,
    }),
    stepOf(tally, {
      name: 'capture by hand',
      weight: 1,
      can: (model) => model.orders.length > 0,
      input: fc.record({ order: aPick, cents: fc.constantFrom(undefined, undefined, 1) }),
      run: captureByHand,
    }),
    stepOf(tally, {
      name: 'void by hand',
      weight: 1,
      can: (model) => model.orders.length > 0,
      input: fc.record({ order: aPick }),
      run: voidByHand,
    }),
  ]
}

export type Wish = { readonly order: number; readonly line: number; readonly quantity: number }

export const requestOf = ({ id: orderId }: ModelOrder) => ({ orderId, idempotency: undefined })

async function cancelGoods(model: Model, real: Trade, wish: Wish): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const lines = [{ lineNumber: line.line, quantity: quantityOf(wish.quantity) }]
  const { fulfilment } = modulesOf(real)
  const outcome = await outcomeOf(fulfilment.cancel(real.buyer, { ...requestOf(order), lines }))
  if (await isGivenUp(real, order, outcome.code)) return
  if (wish.quantity > openOf(line)) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  assert.equal(outcome.code, undefined)
  giveUp(model, real.products, line, wish.quantity)
}

/** A worker gives up what a payment that has gone back no longer covers, and may be faster. */
export async function isGivenUp(
  real: Trade,
  { paymentId }: ModelOrder,
  code: string | undefined,
): Promise<boolean> {
  if (code !== 'orders.quantity_exceeds_open' && code !== 'orders.order_not_open') return false
  const { companyId } = real.buyer
  const { pool } = real.world.parts.platform.database
  return (await modulesOf(real).payments.find(pool, companyId, paymentId))?.state === 'REFUNDED'
}

async function ship(model: Model, real: Trade, wish: Wish): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const lines = [{ lineNumber: line.line, quantity: quantityOf(wish.quantity) }]
  const { fulfilment } = modulesOf(real)
  const outcome = await outcomeOf(fulfilment.ship(real.supplier, { ...requestOf(order), lines }))
  if (await isGivenUp(real, order, outcome.code)) return
  if (wish.quantity > openOf(line)) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  if (wish.quantity > openOf(line) - line.waiting) {
    return refusedBy(outcome, ['orders.waits_for_stock'])
  }
  if (line.request) return refusedBy(outcome, ['orders.change_requested'])
  assert.equal(outcome.code, undefined)
  line.shipped += wish.quantity
  line.proposal = null
}

async function deliver(
  model: Model,
  real: Trade,
  wish: { readonly order: number; readonly missing: number },
): Promise<void> {
  const { fulfilment, orders } = modulesOf(real)
  const order = pick(
    ordersWith(model, ({ lines }) => underWay(lines)),
    wish.order,
  )
  const { shipments } = await orders.get(real.buyer, order.id)
  const shipment = shipments.find(({ deliveredAt }) => !deliveredAt)
  const [shipped] = shipment?.lines ?? []
  assert(shipment && shipped, 'a shipment that is under way is gone')
  const quantity = numberOf(shipped.quantity)
  const missing = Math.min(wish.missing, quantity)
  const noted = { lineNumber: shipped.lineNumber, missing: quantityOf(missing) }
  const said = { shipmentId: shipment.id, lines: [noted] }
  const delivery = fulfilment.noteDelivery(real.buyer, { ...requestOf(order), ...said })
  assert.equal((await outcomeOf(delivery)).code, undefined)
  const line = order.lines.find((one) => one.line === shipped.lineNumber)
  assert(line, 'a line that was shipped is gone')
  line.delivered += quantity - missing
  line.missing += missing
}

type GivingBack = Wish & {
  readonly accept: boolean
  readonly restock: boolean
  readonly isMissing: boolean
}

/** Asked, and decided at once. */
async function giveBack(model: Model, real: Trade, wish: GivingBack): Promise<void> {
  const { fulfilment } = modulesOf(real)
  const { isMissing, quantity } = wish
  const order = pick(ordersWith(model, isMissing ? hasClaimable : hasReturnable), wish.order)
  const line = pick(order.lines, wish.line)
  const reason = isMissing ? ('MISSING' as const) : ('DAMAGED' as const)
  const lines = [{ lineNumber: line.line, quantity: quantityOf(quantity), reason }]
  const asked = await outcomeOf(
    fulfilment.requestReturn(real.buyer, { ...requestOf(order), lines }),
  )
  if (quantity > (isMissing ? claimable(line) : returnable(line))) {
    return refusedBy(asked, ['orders.quantity_exceeds_delivered'])
  }
  assert(asked.code === undefined, `refused by ${asked.code}`)
  const returnId = asked.value.returns.find(({ state }) => state === 'REQUESTED')?.id ?? ''
  const step = { ...requestOf(order), returnId }
  const decided = wish.accept
    ? fulfilment.acceptReturn(real.supplier, { ...step, restock: wish.restock })
    : fulfilment.refuseReturn(real.supplier, { ...step, reason: 'It was whole.' })
  assert.equal((await outcomeOf(decided)).code, undefined)
  if (!wish.accept) return
  if (isMissing) line.claimed += quantity
  else line.returned += quantity
  if (wish.restock && !isMissing) restock(model, real.products.indexOf(line.product), quantity)
}

/**
 * By an operator: what the company itself asks for would be refused most of the time. More than is left is refused, and so
 * is what was not paid yet: the books are judged after it either way.
 */
async function refundByHand(
  model: Model,
  real: Trade,
  wish: { readonly order: number; readonly cents: number },
): Promise<void> {
  const { paymentId } = pick(model.orders, wish.order)
  const { companyId } = real.buyer
  const amount = money(BigInt(wish.cents), 'EUR')
  const input = { companyId, paymentId, amount }
  const operator: Actor = { ...real.buyer, roles: new Set(['operator']) }
  const outcome = await outcomeOf(modulesOf(real).payments.refund(operator, input))
  if (outcome.code === undefined) return
  refusedBy(outcome, [
    'payments.refund_exceeds_captured',
    'payments.not_refundable',
    'payments.refund_refused',
    'payments.provider_unavailable',
  ])
}

/** All of it or nothing: the rest would be given up, and the order go on. */
async function captureByHand(
  model: Model,
  real: Trade,
  wish: { readonly order: number; readonly cents: number | undefined },
): Promise<void> {
  const { paymentId } = pick(model.orders, wish.order)
  const { companyId } = real.buyer
  const amount = wish.cents === undefined ? undefined : money(BigInt(wish.cents), 'EUR')
  const { payments } = modulesOf(real)
  const outcome = await outcomeOf(payments.capture(companyId, paymentId, amount, real.buyer))
  if (outcome.code === undefined && amount === undefined) return
  refusedBy(outcome, ['payments.capture_below_order', 'payments.not_capturable'])
}

async function voidByHand(
  model: Model,
  real: Trade,
  wish: { readonly order: number },
): Promise<void> {
  const { paymentId } = pick(model.orders, wish.order)
  const { companyId } = real.buyer
  const outcome = await outcomeOf(modulesOf(real).payments.void(companyId, paymentId, real.buyer))
  refusedBy(outcome, ['payments.belongs_to_order', 'payments.not_voidable'])
}
