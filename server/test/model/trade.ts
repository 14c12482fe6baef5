import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Actor, Principal } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { money } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { utcDay } from '#kernel/time'
import type { IdempotencyClaim } from '#platform/idempotency'
import { aProduct } from '#testing/catalog'
import { aCompany, aPerson } from '#testing/identity'
import { periodStart } from '../../src/modules/purchasing/budgets/budget.ts'
import { backordered, followServed, takenBy } from './backorder-steps.ts'
import {
  type Books,
  type OrderLineRow,
  type RequisitionLineRow,
  type RunRow,
  readBooks,
} from './books.ts'
import { followPaid } from './exchanges.ts'
import { checkAlways } from './invariants.ts'
import type { TradeWorld } from './trade-world.ts'
import { followRaise, type ModelRaise } from './waiting-raise.ts'

/** One buyer's trade with the real product: who trades, and in what. */
export type Trade = {
  readonly world: TradeWorld
  readonly buyer: Actor
  readonly supplier: Actor
  readonly approver: Actor
  readonly products: readonly string[]
  /** What each product began with, and what has arrived since. */
  readonly stocked: Map<string, number>
}

export type Quantities = ReadonlyMap<number, number>

export type ModelAttempt = {
  readonly id: string
  readonly fromCart: boolean
  /** By the number of the product. */
  readonly lines: Quantities
  /** The id of the product that it takes beyond the stock. */
  readonly waitsFor: string | undefined
  readonly reservedUntil: Date
  state: 'RESERVED' | 'PAYING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'EXPIRED'
  method?: 'card' | 'invoice'
  initiatedAt?: Date
  paymentId?: string
  redirectUrl?: string
  /** The buttons that were pressed on the hosted page. */
  readonly pressed: Set<'pay' | 'decline'>
  /** Something was done that may end it without an order. */
  mayFail: boolean
}

export type ModelOrder = {
  readonly id: string
  readonly paymentId: string
  readonly lines: OrderLineRow[]
  /** How many pieces the line would have, by the id of the request or the proposal. */
  readonly wishes: Map<string, number>
  /** What one unit of the line would cost in cents, by the id of the proposal, if it is about the price. */
  readonly prices: Map<string, number>
  /** The street to which the line would go, by the id of the request, if it is about the address. */
  readonly streets: Map<string, string>
  /** What waits for the approver, or then for its payment. */
  raise?: ModelRaise | undefined
}

export type ModelRequisition = {
  readonly id: string
  state: 'DRAFT' | 'SUBMITTED' | 'IN_SOURCING' | 'RETURNED' | 'ORDERED' | 'WITHDRAWN'
  readonly lines: readonly RequisitionLineRow[]
}

export type ModelStanding = {
  readonly id: string
  state: 'ACTIVE' | 'ENDED'
  /** By the number of the product. */
  readonly lines: Quantities
  /** The dates that have not come. Those that somebody has skipped have a run. */
  readonly dates: string[]
  readonly runs: Map<string, ModelRun>
}

export type ModelRun = Omit<RunRow, 'code'> & { tryOn: string; readonly lastTryOn: string }

/** What ought to be so: small enough to be believed. */
export type Model = {
  readonly cart: Map<number, number>
  lock: ModelAttempt | undefined
  readonly onHand: number[]
  readonly attempts: ModelAttempt[]
  readonly orders: ModelOrder[]
  readonly requisitions: ModelRequisition[]
  readonly standing: ModelStanding[]
}

const eachStocked = 40
/** Half a metre of each costs whole cents. */
export const prices = ['2.50', '0.98', '120.00', '5.00'] as const
const priceMinor = [250, 98, 12_000, 500] as const
/** What is sold is a multiple of it. */
export const half = 0.5
/** What the buyer may spend in a month, and the workshop in a year: less than the stock is worth. */
const limits = { PERSON: '3000.00', COST_CENTER: '1500.00' } as const
export const workshop = 'workshop'
/** Half of each line is the workshop's. */
export const halves = 'halves'
/** Of this product a frame contract gives fewer pieces than are on hand. */
const quota = { of: 1, maximum: 25 } as const
const creditLimit = 100_000n
const intentMs = 15 * 60_000

export async function aTrade(world: TradeWorld): Promise<{ model: Model; real: Trade }> {
  const { database } = world.parts.platform
  const companyId = await aCompany(database)
  const buyer = (await aPerson(database, { companyId })).actor
  const approver = (await aPerson(database, { companyId, role: 'approver' })).actor
  const supplierCompanyId = await aCompany(database, { supplier: true })
  const supplier: Principal = { ...buyer, id: 'usr_supplier', companyId: supplierCompanyId }
  const products: string[] = []
  const onHand = prices.map((_, of) => (of === backordered.of ? backordered.stocked : eachStocked))
  for (const [of, unitPrice] of prices.entries()) {
    const sold = { unit: 'MTR', moq: half, multiple: half }
    const goods = { supplierCompanyId, unitPrice, onHand: onHand[of] ?? 0, ...sold }
    const maxQuantity = quantityOf(backordered.maximum)
    const backorder = of === backordered.of && { backorder: { leadTimeDays: 5, maxQuantity } }
    products.push((await aProduct(database, { ...goods, ...backorder })).id)
  }
  await agreeOnQuota(world, supplier, companyId, products[quota.of])
  const terms = { companyId, limit: money(creditLimit, 'EUR'), netDays: 30 }
  await database.transaction((tx) =>
    world.parts.modules.payments.putCreditAccount(tx, terms, world.now()),
  )
  const { budgets } = world.parts.modules
  const personal = { name: 'Each person', kind: 'PERSON', period: 'MONTH' } as const
  const shared = {
    name: 'Workshop',
    kind: 'COST_CENTER',
    subject: workshop,
    period: 'YEAR',
  } as const
  for (const budget of [personal, shared]) {
    const limit = { amount: limits[budget.kind], currency: 'EUR' }
    await budgets.add(buyer, { ...budget, limit })
  }
  const stocked = new Map(products.map((id, of) => [id, onHand[of] ?? 0]))
  return {
    real: { world, buyer, supplier, approver, products, stocked },
    model: {
      cart: new Map(),
      lock: undefined,
      onHand,
      attempts: [],
      orders: [],
      requisitions: [],
      standing: [],
    },
  }
}

async function agreeOnQuota(
  world: TradeWorld,
  supplier: Principal,
  buyerCompanyId: string,
  productId: string | undefined,
): Promise<void> {
  const { agreements, quotas } = world.parts.modules
  // Nobody buys for so much: the contract is there for its quota.
  const tiers = [{ from: '1000000.00', percent: '1' }]
  const orderDiscounts = { currency: 'EUR', tiers }
  const terms = { buyerCompanyId, reference: 'A frame', state: 'ACTIVE', orderDiscounts } as const
  const { id: contractId } = await agreements.createContract(supplier, terms)
  const maximum = String(quota.maximum)
  await quotas.replace(supplier, { contractId }, [{ productId, measure: 'QUANTITY', maximum }])
}

export function modulesOf({ world }: Trade) {
  return world.parts.modules
}

export function aClaim(): IdempotencyClaim {
  return { key: randomBytes(12).toString('hex'), fingerprint: randomBytes(32) }
}

export type Outcome<T> = { readonly value: T; readonly code?: never } | { readonly code: string }

/** What was answered, or by which code it was refused. Anything else that is thrown is a finding. */
export async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call }
  } catch (error) {
    if (error instanceof Failure) return { code: error.code }
    throw error
  }
}

export function refusedBy(outcome: Outcome<unknown>, codes: readonly string[]): void {
  assert(outcome.code !== undefined, `it was done, and had to be refused by ${codes}`)
  assert(codes.includes(outcome.code), `refused by ${outcome.code} instead of ${codes}`)
}

/** Whether it is more than a limit leaves for it, as the books stand. */
export async function isBeyondBudget(
  { world, buyer, products }: Trade,
  lines: Quantities,
  costCenter: string | undefined,
): Promise<boolean> {
  const { budgets } = await readBooks(world.parts.platform.database.pool, buyer.companyId, products)
  const costs = [...lines].map(([of, pieces]) => (priceMinor[of] ?? 0) * pieces)
  const wanted = {
    PERSON: sumOf(costs),
    // The first of two equal parts has the odd cent.
    COST_CENTER: sumOf(costCenter === halves ? costs.map((cost) => Math.ceil(cost / 2)) : costs),
  }
  const startsOn = (period: 'MONTH' | 'YEAR') => periodStart(period, utcDay(world.now()))
  const isOver = (kind: 'PERSON' | 'COST_CENTER', starts: string) => {
    const row = budgets.find((one) => one.kind === kind && one.startsOn === starts)
    return (row?.held ?? 0) + (row?.committed ?? 0) + wanted[kind] > Number(limits[kind]) * 100
  }
  const isOfWorkshop = costCenter === workshop || costCenter === halves
  return (
    isOver('PERSON', startsOn('MONTH')) || (isOfWorkshop && isOver('COST_CENTER', startsOn('YEAR')))
  )
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Whether the frame contract has fewer pieces left, as the books stand. */
export async function isBeyondQuota({ world, buyer, products }: Trade, lines: Quantities) {
  const { quotas } = await readBooks(world.parts.platform.database.pool, buyer.companyId, products)
  const { held = 0, calledOff = 0 } = quotas[0] ?? {}
  return held + calledOff + (lines.get(quota.of) ?? 0) > quota.maximum
}

/** The one whose turn it is, out of those that can have one. */
export function pick<T>(from: readonly T[], number: number): T {
  const picked = from[number % from.length]
  assert(picked !== undefined, 'there is nothing to pick from')
  return picked
}

/** Reads what is so, lets the model follow what went on by itself, and compares all of it. */
export async function observe(model: Model, real: Trade): Promise<Books> {
  const { buyer, products, stocked, world } = real
  const books = await readBooks(world.parts.platform.database.pool, buyer.companyId, products)
  checkAlways(books, stocked)
  for (const attempt of model.attempts) follow(model, attempt, books, world.now())
  followPaid(model, books, products)
  for (const order of model.orders) followRefund(model, order, books, products)
  followServed(model, books)
  for (const order of model.orders) followRaise(order, books)
  compare(model, books, products)
  return books
}

/** Time, the provider and the workers move attempts along. They may do so only where there was a reason. */
function follow(model: Model, attempt: ModelAttempt, books: Books, now: Date): void {
  const row = books.attempts.find(({ id }) => id === attempt.id)
  assert(row, `checkout ${attempt.id} is gone`)
  if (row.paymentId) attempt.paymentId = row.paymentId
  const payment = books.payments.find(({ id }) => id === row.paymentId)
  if (payment?.redirectUrl) attempt.redirectUrl = payment.redirectUrl
  const was = attempt.state
  const is = row.state === 'PAYMENT_INITIATED_CART_RECONCILING' ? 'PAYING' : row.state
  if (is === was) return
  if (was === 'RESERVED' && is === 'EXPIRED') {
    assert(now >= attempt.reservedUntil, `${attempt.id} expired before its time`)
  } else if (was === 'PAYING' && is === 'FAILED') {
    const isLate = now.getTime() >= (attempt.initiatedAt?.getTime() ?? 0) + intentMs
    assert(attempt.mayFail || isLate, `${attempt.id} failed for no reason`)
  } else {
    assert(was === 'PAYING' && is === 'COMPLETED', `${attempt.id} went from ${was} to ${is}`)
    const isPaid = attempt.method === 'invoice' || attempt.pressed.has('pay')
    assert(isPaid, `${attempt.id} is an order that nobody paid for`)
  }
  endAs(model, attempt, is as 'COMPLETED' | 'FAILED' | 'EXPIRED', books)
}

/** What a payment that has gone back no longer covers is given up by a worker, whenever it comes to that. */
function followRefund(
  model: Model,
  { id, lines }: ModelOrder,
  books: Books,
  products: readonly string[],
): void {
  const payments = books.payments.filter(({ orderId }) => orderId === id)
  const isGone = payments.length > 0 && payments.every(({ state }) => state === 'REFUNDED')
  if (!isGone) return
  const stored = books.orders.find((one) => one.id === id)?.lines ?? []
  for (const line of lines) {
    const given = (stored.find((one) => one.line === line.line)?.cancelled ?? 0) - line.cancelled
    if (given <= 0) continue
    giveUp(model, products, line, given)
  }
}

/** Nobody decides about pieces that are gone. Those that wait for stock go before those that have it. */
export function giveUp(
  model: Model,
  products: readonly string[],
  line: OrderLineRow,
  quantity: number,
): void {
  const dropped = Math.min(line.waiting, quantity)
  line.cancelled += quantity
  line.waiting -= dropped
  line.request = null
  line.proposal = null
  restock(model, products.indexOf(line.product), quantity - dropped)
}

/** What the end of an attempt does to the stock, to the cart and to the orders. */
export function endAs(
  model: Model,
  attempt: ModelAttempt,
  state: 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELLED',
  books?: Books,
): void {
  attempt.state = state
  if (model.lock === attempt) model.lock = undefined
  if (state !== 'COMPLETED') {
    for (const [product, quantity] of takenBy(attempt)) restock(model, product, quantity)
    return
  }
  if (attempt.fromCart) model.cart.clear()
  const order = books?.orders.find(({ checkoutId }) => checkoutId === attempt.id)
  assert(order, `${attempt.id} is completed without an order`)
  const { id, paymentId, lines } = order
  const wished = { wishes: new Map(), prices: new Map(), streets: new Map() }
  const begun = lines.map((line) =>
    fresh(line, line.product === attempt.waitsFor ? line.quantity : 0),
  )
  model.orders.push({ id, paymentId, lines: begun, ...wished })
}

/** As a line begins, whatever has become of it since. */
export function fresh(
  { line, follows, product, street, price, quantity }: Begun,
  waiting: number,
): OrderLineRow {
  const begun = { line, follows, product, street, price, quantity }
  const none = { cancelled: 0, shipped: 0, delivered: 0, missing: 0, returned: 0, claimed: 0 }
  return { ...begun, ...none, waiting, request: null, proposal: null }
}

type Begun = Pick<OrderLineRow, 'line' | 'follows' | 'product' | 'street' | 'price' | 'quantity'>

export function restock(model: Model, product: number, quantity: number): void {
  model.onHand[product] = (model.onHand[product] ?? 0) + quantity
}

function compare(model: Model, books: Books, products: readonly string[]): void {
  const number = (product: string) => products.indexOf(product)
  const [cart] = books.carts
  const inCart = new Map(cart?.items.map(({ product, quantity }) => [number(product), quantity]))
  assert.deepEqual(sortQuantities(inCart), sortQuantities(model.cart), 'the cart')
  assert.equal(cart?.checkoutId ?? undefined, model.lock?.id, 'the lock of the cart')
  for (const { product, onHand } of books.stock) {
    assert.equal(onHand, model.onHand[number(product)], `what is on hand of ${product}`)
  }
  assert.equal(books.attempts.length, model.attempts.length, 'the number of checkouts')
  assert.equal(books.orders.length, model.orders.length, 'the number of orders')
  for (const { id, lines } of model.orders) {
    const row = books.orders.find((order) => order.id === id)
    assert.deepEqual(row?.lines, lines, `the lines of ${id}`)
  }
  assert.deepEqual(books.requisitions, model.requisitions, 'the requisitions')
  for (const standing of model.standing) compareRuns(standing, books)
  for (const attempt of model.attempts) {
    const bought = books.attempts.find(({ id }) => id === attempt.id)?.lines ?? []
    const lines = new Map(bought.map(({ productId, quantity }) => [number(productId), quantity]))
    assert.deepEqual(
      sortQuantities(lines),
      sortQuantities(attempt.lines),
      `what ${attempt.id} buys`,
    )
  }
}

function compareRuns({ id, state, runs }: ModelStanding, { standing }: Books): void {
  const stored = standing.find((one) => one.id === id)
  assert.equal(stored?.state, state, `the state of ${id}`)
  const ours = [...runs.values()].map(({ tryOn: _, lastTryOn: __, ...run }) => run)
  const theirs = stored?.runs.map(({ code: _, ...run }) => run)
  assert.deepEqual(
    theirs,
    ours.toSorted((one, other) => one.date.localeCompare(other.date)),
    `the dates of ${id}`,
  )
}

const sortQuantities = (quantities: Quantities) =>
  [...quantities].sort(([one], [other]) => one - other)
