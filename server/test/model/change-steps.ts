import assert from 'node:assert/strict'
import fc from 'fast-check'
import { quantityOf } from '#kernel/quantity'
import { type OrderLineRow, openOf, readBooks } from './books.ts'
import { aPick } from './cart-steps.ts'
import { addMore, exchange } from './exchanges.ts'
import {
  anOrder,
  anyLine,
  hasOpen,
  isGivenUp,
  ordersWith,
  requestOf,
  type Wish,
} from './order-steps.ts'
import { shipTo } from './placing.ts'
import { whileAsking } from './raise-steps.ts'
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
  type Trade,
} from './trade.ts'
import { waitFor, waitForPayment } from './waiting-raise.ts'

const isRequested = ({ request }: OrderLineRow) => request !== null
const isProposed = ({ proposal }: OrderLineRow) => proposal !== null
const hasRequest = anyLine(isRequested)
const hasProposal = anyLine(isProposed)

/** What the two sides ask of each other after an order is placed. */
export function changeSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'request fewer pieces',
      weight: 4,
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record(anOrder),
      run: requestFewer,
    }),
    stepOf(tally, {
      name: 'request more pieces',
      weight: 3,
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record(anOrder),
      run: requestMore,
    }),
    stepOf(tally, {
      name: 'request another address',
      weight: 3,
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record(anOrder),
      run: requestAddress,
    }),
    stepOf(tally, {
      name: 'decide about requested pieces',
      weight: 4,
      can: (model) => ordersWith(model, hasRequest).length > 0,
      input: fc.record({
        order: aPick,
        by: fc.constantFrom('accept', 'refuse', 'withdraw'),
        pays: fc.boolean(),
        isAsking: fc.boolean(),
      }),
      run: decideRequest,
    }),
    stepOf(tally, {
      name: 'propose fewer pieces',
      weight: 4,
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record(anOrder),
      run: proposeFewer,
    }),
    stepOf(tally, {
      name: 'decide about proposed pieces',
      weight: 4,
      can: (model) => ordersWith(model, hasProposal).length > 0,
      input: fc.record({
        order: aPick,
        accept: fc.boolean(),
        pays: fc.boolean(),
        isAsking: fc.boolean(),
      }),
      run: decideProposal,
    }),
    stepOf(tally, {
      name: 'change a price',
      weight: 4,
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record({ order: aPick, line: aPick, isHigher: fc.boolean() }),
      run: changePrice,
    }),
    stepOf(tally, {
      name: 'reject a line',
      weight: 1,
      can: (model) => ordersWith(model, hasOpen).length > 0,
      input: fc.record({ order: aPick, line: aPick }),
      run: rejectLine,
    }),
  ]
}

const orderedOf = ({ quantity, cancelled }: OrderLineRow) => quantity - cancelled

/** So many fewer, or the end of what is open of the line. */
async function requestFewer(model: Model, real: Trade, wish: Wish): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const quantity = orderedOf(line) - wish.quantity
  const outcome = await request(real, order, {
    lineNumber: line.line,
    ...(quantity > 0 ? { quantity: quantityOf(quantity) } : { cancel: true }),
  })
  if (await isGivenUp(real, order, outcome.code)) return
  if (openOf(line) === 0) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  if (line.proposal) return refusedBy(outcome, ['orders.change_proposed'])
  if (quantity > 0 && quantity < line.shipped) {
    return refusedBy(outcome, ['orders.quantity_below_shipped'])
  }
  // All products are of one supplier, who has one request at a time.
  if (hasRequest(order)) return refusedBy(outcome, ['orders.change_already_requested'])
  assert.equal(outcome.code, undefined)
  line.request = (await storedLine(real, order, line)).request
  order.wishes.set(line.request ?? '', Math.max(quantity, line.shipped))
}

/** More of a line needs its stock, the budgets, the frame contract and credit. */
async function requestMore(model: Model, real: Trade, wish: Wish): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const quantity = orderedOf(line) + wish.quantity
  const outcome = await request(real, order, {
    lineNumber: line.line,
    quantity: quantityOf(quantity),
  })
  if (await isGivenUp(real, order, outcome.code)) return
  if (openOf(line) === 0) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  if (line.proposal) return refusedBy(outcome, ['orders.change_proposed'])
  if (hasRequest(order)) return refusedBy(outcome, ['orders.change_already_requested'])
  if (outcome.code !== undefined) {
    return refusedBy(outcome, [...notPayable, 'orders.stock_short', 'quotas.maximum_exceeded'])
  }
  line.request = (await storedLine(real, order, line)).request
  order.wishes.set(line.request ?? '', quantity)
}

const notPayable = ['payments.not_raisable', 'payments.credit_limit_exceeded', 'budgets.exceeded']

/** Only a line of which nothing has left can go elsewhere. */
async function requestAddress(model: Model, real: Trade, wish: Wish): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const street = line.street === 'Dock 1' ? 'Dock 2' : 'Dock 1'
  const address = { ...shipTo, line1: street }
  const outcome = await request(real, order, { lineNumber: line.line, shipTo: address })
  if (await isGivenUp(real, order, outcome.code)) return
  if (openOf(line) === 0) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  if (line.proposal) return refusedBy(outcome, ['orders.change_proposed'])
  if (line.shipped > 0) return refusedBy(outcome, ['orders.line_partly_shipped'])
  if (hasRequest(order)) return refusedBy(outcome, ['orders.change_already_requested'])
  assert.equal(outcome.code, undefined)
  line.request = (await storedLine(real, order, line)).request
  order.wishes.set(line.request ?? '', orderedOf(line))
  order.streets.set(line.request ?? '', street)
}

async function decideRequest(
  model: Model,
  real: Trade,
  wish: {
    readonly order: number
    readonly by: 'accept' | 'refuse' | 'withdraw'
    readonly pays: boolean
    readonly isAsking: boolean
  },
): Promise<void> {
  const order = pick(ordersWith(model, hasRequest), wish.order)
  const line = order.lines.find(isRequested)
  assert(line?.request)
  const { fulfilment } = modulesOf(real)
  const step = { ...requestOf(order), changeRequestId: line.request }
  const decide = {
    accept: () => fulfilment.acceptChangeRequest(real.supplier, step),
    refuse: () => fulfilment.refuseChangeRequest(real.supplier, step),
    withdraw: () => fulfilment.withdrawChangeRequest(real.buyer, step),
  }[wish.by]
  const outcome = await outcomeOf(whileAsking(real, wish.isAsking, decide))
  if (await isGivenUp(real, order, outcome.code)) return
  const wanted = order.wishes.get(line.request)
  assert(wanted !== undefined, 'a request that nobody made')
  const more = wanted - orderedOf(line)
  if (outcome.code === 'orders.change_request_awaits_payment' && wish.pays) {
    return payRequest(real, order, line.request)
  }
  // What the buyer could take when it asked may be gone. The request stays.
  if (more > 0 && wish.by === 'accept' && outcome.code !== undefined) {
    const codes = [
      'orders.raise_not_covered',
      'orders.stock_short',
      'orders.change_request_awaits_payment',
    ]
    return refusedBy(outcome, [...codes, ...awaited(order, wish.isAsking)])
  }
  assert.equal(outcome.code, undefined)
  if (more > 0 && wish.by === 'accept') {
    if (await isPaidByCard(real, order)) {
      if (wish.isAsking) return waitForPayment(order, line, 'request')
      return wish.pays ? payRequest(real, order, line.request) : undefined
    }
    const bind = () => addMore(model, order, line, wanted, real.products)
    if (wish.isAsking) waitFor(order, line, 'request', bind)
    else bind()
  } else if (wish.by === 'accept') {
    line.street = order.streets.get(line.request) ?? line.street
    giveUp(model, real.products, line, orderedOf(line) - wanted)
  } else line.request = null
}

async function proposeFewer(model: Model, real: Trade, wish: Wish): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const quantity = Math.max(orderedOf(line) - wish.quantity, half)
  const outcome = await answer(real, order, {
    lineNumber: line.line,
    status: 'CHANGED',
    quantity: quantityOf(quantity),
  })
  if (await isGivenUp(real, order, outcome.code)) return
  if (openOf(line) === 0) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  if (line.request) return refusedBy(outcome, ['orders.change_requested'])
  if (quantity < line.shipped) return refusedBy(outcome, ['orders.quantity_below_shipped'])
  // One piece stays one piece: the supplier has accepted the line, and with that withdrawn what it proposed before.
  if (quantity === orderedOf(line)) {
    if (outcome.code !== undefined) return refusedBy(outcome, ['orders.nothing_answered'])
    line.proposal = null
    return
  }
  const isSame = line.proposal !== null && order.wishes.get(line.proposal) === quantity
  if (isSame) return refusedBy(outcome, ['orders.nothing_answered'])
  assert.equal(outcome.code, undefined)
  line.proposal = (await storedLine(real, order, line)).proposal
  order.wishes.set(line.proposal ?? '', quantity)
}

async function decideProposal(
  model: Model,
  real: Trade,
  wish: {
    readonly order: number
    readonly accept: boolean
    readonly pays: boolean
    readonly isAsking: boolean
  },
): Promise<void> {
  const order = pick(ordersWith(model, hasProposal), wish.order)
  const line = order.lines.find(isProposed)
  assert(line?.proposal)
  const { fulfilment } = modulesOf(real)
  const step = { ...requestOf(order), proposalId: line.proposal }
  const decide = () =>
    wish.accept
      ? fulfilment.acceptProposal(real.buyer, step)
      : fulfilment.refuseProposal(real.buyer, step)
  const outcome = await outcomeOf(whileAsking(real, wish.isAsking, decide))
  if (await isGivenUp(real, order, outcome.code)) return
  const price = order.prices.get(line.proposal)
  if (wish.accept && price !== undefined && outcome.code !== undefined) {
    return refusedBy(outcome, [...notExchangeable, ...awaited(order, wish.isAsking)])
  }
  assert.equal(outcome.code, undefined)
  if (wish.accept && price !== undefined && (await isPaidByCard(real, order))) {
    const isApproved = order.raise?.isApproved && order.raise.line === line
    if (wish.isAsking && !isApproved) return waitForPayment(order, line, 'proposal')
    return wish.pays ? payDifference(real, order) : undefined
  }
  const proposed = order.wishes.get(line.proposal)
  assert(proposed !== undefined, 'a proposal that nobody made')
  if (wish.accept && price !== undefined && wish.isAsking) {
    waitFor(order, line, 'proposal', () => exchange(order, line, price))
  } else if (wish.accept && price !== undefined) exchange(order, line, price)
  else if (wish.accept) giveUp(model, real.products, line, orderedOf(line) - proposed)
  else line.proposal = null
}

async function isPaidByCard({ world, buyer }: Trade, { paymentId }: ModelOrder): Promise<boolean> {
  const { payments } = world.parts.modules
  const { pool } = world.parts.platform.database
  return (await payments.find(pool, buyer.companyId, paymentId))?.method === 'card'
}

/** The buyer pays for a request that the supplier has accepted, if it still has what the request needs. */
async function payRequest(real: Trade, order: ModelOrder, changeRequestId: string): Promise<void> {
  const { fulfilment } = modulesOf(real)
  const paying = fulfilment.payChangeRequest(real.buyer, { ...requestOf(order), changeRequestId })
  const outcome = await outcomeOf(paying)
  if (outcome.code !== undefined) {
    return refusedBy(outcome, [...notExchangeable, 'orders.stock_short', 'quotas.maximum_exceeded'])
  }
  await payDifference(real, order)
}

/** A worker changes the order once it knows of the payment. */
async function payDifference(real: Trade, order: ModelOrder): Promise<void> {
  const awaited = await modulesOf(real).fulfilment.listAwaitedPayments(real.buyer, order.id)
  for (const { payment } of awaited) {
    if (payment.redirectUrl) await real.world.provider.press(payment.redirectUrl, 'pay')
  }
}

/** One change of an order waits for an approval at a time. */
const awaited = ({ raise }: ModelOrder, isAsking: boolean) =>
  isAsking && raise ? ['orders.raise_awaits_approval'] : []

/** A few cents, so that half a unit still costs whole cents. */
const priceStep = 4

/** A lower price is taken at once, and a higher one waits for the buyer. */
async function changePrice(
  model: Model,
  real: Trade,
  wish: { readonly order: number; readonly line: number; readonly isHigher: boolean },
): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const price = line.price + (wish.isHigher ? priceStep : -priceStep)
  const outcome = await answer(real, order, {
    lineNumber: line.line,
    status: 'CHANGED',
    unitPrice: { amount: (price / 100).toFixed(2), currency: 'EUR' },
  })
  if (await isGivenUp(real, order, outcome.code)) return
  if (openOf(line) === 0) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  if (line.request) return refusedBy(outcome, ['orders.change_requested'])
  // Something was taken off its price before.
  if (outcome.code === 'orders.price_not_changeable') return
  const isSame = line.proposal !== null && order.prices.get(line.proposal) === price
  if (isSame) return refusedBy(outcome, ['orders.nothing_answered'])
  assert.equal(outcome.code, undefined)
  if (!wish.isHigher) return exchange(order, line, price)
  line.proposal = (await storedLine(real, order, line)).proposal
  order.wishes.set(line.proposal ?? '', orderedOf(line))
  order.prices.set(line.proposal ?? '', price)
}

/** A higher price needs what any raise needs, and a line of which nothing was taken off. */
const notExchangeable = [
  ...notPayable,
  'orders.price_not_changeable',
  'orders.supplement_awaited',
  'payments.provider_unavailable',
]

async function rejectLine(
  model: Model,
  real: Trade,
  wish: { readonly order: number; readonly line: number },
): Promise<void> {
  const order = pick(ordersWith(model, hasOpen), wish.order)
  const line = pick(order.lines, wish.line)
  const outcome = await answer(real, order, { lineNumber: line.line, status: 'REJECTED' })
  if (await isGivenUp(real, order, outcome.code)) return
  if (openOf(line) === 0) return refusedBy(outcome, ['orders.quantity_exceeds_open'])
  if (line.request) return refusedBy(outcome, ['orders.change_requested'])
  assert.equal(outcome.code, undefined)
  giveUp(model, real.products, line, openOf(line))
}

type Fulfilment = ReturnType<typeof modulesOf>['fulfilment']
type Requested = Parameters<Fulfilment['requestChange']>[1]['lines'][number]
type Answer = Parameters<Fulfilment['answer']>[1]['lines'][number]

function request(real: Trade, order: ModelOrder, line: Requested) {
  const { fulfilment } = modulesOf(real)
  const change = { lines: [line], reason: 'We need other quantities.' }
  return outcomeOf(fulfilment.requestChange(real.buyer, { ...requestOf(order), ...change }))
}

function answer(real: Trade, order: ModelOrder, line: Answer) {
  const { fulfilment } = modulesOf(real)
  return outcomeOf(fulfilment.answer(real.supplier, { ...requestOf(order), lines: [line] }))
}

/** The ids of requests and proposals are made by the service. */
async function storedLine(
  { world, buyer, products }: Trade,
  { id }: ModelOrder,
  { line }: OrderLineRow,
): Promise<OrderLineRow> {
  const { pool } = world.parts.platform.database
  const { orders } = await readBooks(pool, buyer.companyId, products)
  const stored = orders.find((one) => one.id === id)?.lines.find((one) => one.line === line)
  assert(stored, 'a line of an order is gone')
  return stored
}
