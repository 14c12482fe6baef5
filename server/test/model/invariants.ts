import assert from 'node:assert/strict'
import type { Books, BudgetRow, OrderRow, PaymentRow } from './books.ts'
import type { AtProvider } from './provider-desk.ts'

const alive = new Set(['RESERVED', 'PAYMENT_INITIATED_CART_RECONCILING'])

/** What holds at every moment, whatever was done, broken or killed. `stocked` is what each product began with. */
export function checkAlways(books: Books, stocked: ReadonlyMap<string, number>): void {
  checkStock(books, stocked)
  checkAttempts(books)
  for (const payment of books.payments) checkLedger(payment)
  for (const budget of books.budgets) checkBudget(budget, books)
  checkQuotas(books)
  checkRequests(books)
  if (!books.credit) return
  const { used, entries, owed, repaid, unallocated, paidIn } = books.credit
  assert.equal(used, entries, 'credit is not the sum of its entries')
  assert.equal(paidIn, repaid + unallocated, 'what came in is neither with a debt nor kept')
  const promised = books.payments
    .filter(({ method }) => method === 'invoice')
    .reduce((sum, one) => sum + one.authorized - one.voided - one.refunded, 0)
  assert.equal(owed, promised, 'credit is not what the payments on it hold')
  assert.equal(used, owed - paidIn, 'credit is not what is owed and not repaid')
}

/** What holds as well once everything has come to rest and the provider answers. */
export async function checkSettled(
  books: Books,
  bookOf: (paymentId: string) => Promise<AtProvider>,
): Promise<void> {
  for (const { product, onHand, backordered } of books.stock) {
    assert(onHand === 0 || backordered === 0, `orders wait for ${product}, which is on hand`)
  }
  for (const { id, state } of books.attempts) {
    assert(!alive.has(state), `checkout ${id} is ${state} for ever`)
  }
  assert.deepEqual(books.unordered, [], 'what was paid for nothing has not gone back')
  const orders = new Map(books.orders.map((order) => [order.paymentId, order]))
  for (const payment of books.payments) {
    assert.equal(payment.refunding, 0, `a refund of ${payment.id} is under way for ever`)
    const order = orders.get(payment.id)
    assert.equal(order?.waiting ?? 0, 0, `money of order ${order?.id} is owed for ever`)
    assert.deepEqual(order?.refused ?? [], [], `nobody decides about money of order ${order?.id}`)
    // What went back by hand is taken off the price, so that nothing of it is owed once more when goods are given up.
    const owed = order ? order.total - givenUpOf(order, books.payments) : 0
    const paying = order ? [payment, ...supplementsOf(order, books.payments)] : [payment]
    const held = sumOf(
      paying.map((one) => one.authorized - one.voided - one.refunded - one.paidOut),
    )
    const isSupplement = books.orders.some((one) => supplementsOf(one, [payment]).length > 0)
    if (!isSupplement) {
      assert.equal(held, owed, `${payment.id} holds ${held} where ${owed} is owed`)
    }
    if (payment.method !== 'card') continue
    const theirs = await bookOf(payment.id)
    assert(theirs.intents <= 1, `${payment.id} has ${theirs.intents} intents`)
    const ours = { captured: BigInt(payment.captured), refunded: BigInt(payment.refunded) }
    const { captured, refunded } = theirs
    assert.deepEqual(ours, { captured, refunded }, `${payment.id} and the provider's book`)
  }
  checkSpent(books)
}

/** What was given up of lines for others in their place: only the difference was paid, or has gone back. */
function exchangedIn(order: OrderRow, payments: Books['payments']): number {
  const { added, paymentId } = order
  const payment = payments.find(({ id }) => id === paymentId)
  const supplements = supplementsOf(order, payments).map(({ captured }) => captured)
  return added - (payment?.ledger.RAISED ?? 0) - sumOf(supplements)
}

/** The further payments of an order by card, for what it costs more. */
function supplementsOf({ id, paymentId }: OrderRow, payments: Books['payments']) {
  return payments.filter((one) => one.orderId === id && one.id !== paymentId)
}

function givenUpOf(order: OrderRow, payments: Books['payments']): number {
  return order.credits + order.reduced + exchangedIn(order, payments)
}

/**
 * A person's limit has paid for the whole order, less what was given up of it since. That of a cost centre has paid for its
 * part, and has all of it back when nothing of the order is left.
 */
function checkSpent({ orders, budgets, payments }: Books): void {
  for (const { budget, kind, holds } of budgets) {
    for (const { checkoutId, state, amount, released } of holds) {
      if (state !== 'COMMITTED') continue
      const order = orders.find((one) => one.checkoutId === checkoutId)
      const { id, total = 0 } = order ?? {}
      const givenUp = order ? givenUpOf(order, payments) : 0
      if (kind === 'PERSON') {
        assert.equal(amount, total, `what ${id} took of ${budget}`)
        assert.equal(released, givenUp, `what ${id} gave back to ${budget}`)
      } else {
        assert(amount <= total, `${id} took ${amount} of ${budget}, and cost ${total}`)
        if (givenUp === total) assert.equal(released, amount, `what ${id} gave back to ${budget}`)
      }
    }
  }
}

/** Nothing is made and nothing vanishes; what is reserved and sold is so by somebody who can be named. */
function checkStock({ stock, attempts, orders }: Books, stocked: ReadonlyMap<string, number>) {
  const reserved = new Map<string, number>()
  for (const { state, lines } of attempts) {
    if (!alive.has(state)) continue
    for (const { productId, quantity, backorder } of lines) {
      if (!backorder) add(reserved, productId, quantity)
    }
  }
  const sold = new Map<string, number>()
  const waiting = new Map<string, number>()
  for (const { lines } of orders) {
    for (const line of lines) {
      add(sold, line.product, line.quantity - line.cancelled - line.waiting)
      add(waiting, line.product, line.waiting)
    }
  }
  for (const row of stock) {
    const sum = row.onHand + row.reserved + row.committed
    assert.equal(sum, stocked.get(row.product), `the stock of ${row.product} has drifted`)
    assert(row.onHand >= 0 && row.reserved >= 0 && row.committed >= 0, `${row.product} below zero`)
    assert.equal(row.reserved, reserved.get(row.product) ?? 0, `reserved of ${row.product}`)
    assert.equal(row.backordered, waiting.get(row.product) ?? 0, `what waits for ${row.product}`)
    const most = sold.get(row.product) ?? 0
    assert(
      row.committed <= most,
      `${row.committed} of ${row.product} are sold, and ${most} ordered`,
    )
  }
}

/** Held by checkouts, called off by orders: the pieces that they have and have not given back, and never beyond the maximum. */
function checkQuotas({ quotas, attempts, orders }: Books): void {
  for (const { product, maximum, held, calledOff } of quotas) {
    const holding = attempts
      .filter(({ state }) => alive.has(state))
      .flatMap(({ lines }) => lines.filter(({ productId }) => productId === product))
    const kept = orders
      .flatMap(({ lines }) => lines.filter((line) => line.product === product))
      .map((line) => line.quantity - line.cancelled - line.returned - line.claimed)
    const [theirs, ours] = [holding.map(({ quantity }) => quantity), kept].map(sumOf)
    assert.equal(held, theirs, `what checkouts hold of the quota for ${product}`)
    assert.equal(calledOff, ours, `what orders call off from the quota for ${product}`)
    assert(held + calledOff <= maximum, `${product} is beyond its maximum of ${maximum}`)
  }
}

/** What somebody asked for or set up once is in one order, and that order has nothing else. */
function checkRequests({ requisitions, standing, orders }: Books): void {
  const asked = requisitions.flatMap(({ id, lines }) =>
    lines.flatMap(({ orderId, ...line }) => {
      assert.equal(orderId !== null, line.state === 'ORDERED', `a line of ${id} and its order`)
      return orderId === null ? [] : [{ ...line, orderId }]
    }),
  )
  for (const [orderId, lines] of Map.groupBy(asked, (line) => line.orderId)) {
    const order = orders.find(({ id }) => id === orderId)
    const namesOf = (some: readonly { readonly product: string; readonly quantity: number }[]) =>
      some.map(({ product, quantity }) => `${quantity} of ${product}`).sort()
    const placed = order?.lines.filter(({ follows }) => follows === null) ?? []
    assert.deepEqual(namesOf(placed), namesOf(lines), `what ${orderId} has to have`)
  }
  const dates = standing.flatMap(({ runs }) => runs).filter(({ orderId }) => orderId !== null)
  const placed = [
    ...new Set(asked.map(({ orderId }) => orderId)),
    ...dates.map((run) => run.orderId),
  ]
  assert.equal(new Set(placed).size, placed.length, 'two requests have one order')
  for (const { date, state, orderId } of standing.flatMap(({ runs }) => runs)) {
    const has = orders.some(({ id }) => id === orderId)
    assert.equal(has, state === 'PLACED', `the order of ${date}, which is ${state}`)
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

function checkAttempts({ attempts, orders, carts }: Books) {
  const living = new Set(attempts.filter(({ state }) => alive.has(state)).map(({ id }) => id))
  for (const { id, state, orderId } of attempts) {
    const made = orders.filter(({ checkoutId }) => checkoutId === id)
    assert.equal(made.length, state === 'COMPLETED' ? 1 : 0, `orders of ${id}, which is ${state}`)
    assert.equal(made[0]?.id ?? null, orderId, `the order of ${id}`)
  }
  for (const { checkoutId } of carts) {
    assert(
      !checkoutId || living.has(checkoutId),
      `a cart is locked by ${checkoutId}, which is over`,
    )
  }
}

/** Of a hard budget, as all of the model's are. */
function checkBudget({ budget, limit, held, committed, entries, holds }: BudgetRow, books: Books) {
  const { HOLD = 0, COMMIT = 0, RELEASE = 0 } = entries
  assert.equal(held + committed, HOLD - RELEASE, `${budget} is not the sum of its entries`)
  assert(
    held + committed <= limit,
    `${held + committed} are taken of ${budget}, which has ${limit}`,
  )
  const sum = (state: string, of: (hold: (typeof holds)[number]) => number) =>
    holds.filter((hold) => hold.state === state).reduce((all, hold) => all + of(hold), 0)
  const left = (hold: (typeof holds)[number]) => hold.amount - hold.released
  assert.equal(held, sum('HELD', left), `what ${budget} holds`)
  assert.equal(committed, sum('COMMITTED', left), `what ${budget} has spent`)
  assert.equal(
    COMMIT,
    sum('COMMITTED', ({ amount }) => amount),
    `what was committed of ${budget}`,
  )
  for (const { checkoutId, state } of holds) {
    if (isOfRaise(checkoutId)) {
      const isWaiting = books.raises.some(({ approvalId }) => approvalId === checkoutId)
      assert.equal(state, isWaiting ? 'HELD' : 'RELEASED', `what ${checkoutId} has of ${budget}`)
      continue
    }
    const attempt = books.attempts.find(({ id }) => id === checkoutId)
    assert(attempt, `${budget} is held by ${checkoutId}, which is not stored`)
    const fits = alive.has(attempt.state) ? 'HELD' : budgetStateOf(attempt.state)
    assert.equal(state, fits, `what ${checkoutId}, which is ${attempt.state}, has of ${budget}`)
  }
}

/** Until it is approved, a change holds its budgets under the id of the request. */
const isOfRaise = (checkoutId: string) => checkoutId.startsWith('apq_')

const budgetStateOf = (state: string) => (state === 'COMPLETED' ? 'COMMITTED' : 'RELEASED')

function checkLedger({
  id,
  ledger,
  authorized,
  captured,
  voided,
  refunded,
  refunding,
  paidOut,
}: PaymentRow) {
  const {
    AUTHORIZED = 0,
    RAISED = 0,
    CAPTURED = 0,
    VOIDED = 0,
    REINSTATED = 0,
    REFUNDED = 0,
  } = ledger
  const sums = { authorized, captured, voided, refunded, paidOut }
  const booked = {
    authorized: AUTHORIZED + RAISED,
    captured: CAPTURED,
    voided: VOIDED - REINSTATED,
    refunded: REFUNDED,
    paidOut: ledger.PAID_OUT ?? 0,
  }
  assert.deepEqual(sums, booked, `the sums of ${id} and its ledger`)
  assert(captured + voided <= authorized, `${id} took more than it was allowed`)
  assert(refunded + refunding + paidOut <= captured, `${id} gave back more than it had taken`)
}

function add(sums: Map<string, number>, key: string, quantity: number): void {
  sums.set(key, (sums.get(key) ?? 0) + quantity)
}
