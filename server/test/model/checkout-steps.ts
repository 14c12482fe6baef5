import assert from 'node:assert/strict'
import fc from 'fast-check'
import { quantityOf } from '#kernel/quantity'
import { readBooks } from './books.ts'
import { aPick, aProductNumber, aQuantity } from './cart-steps.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import {
  aClaim,
  endAs,
  halves,
  isBeyondBudget,
  isBeyondQuota,
  type Model,
  type ModelAttempt,
  modulesOf,
  observe,
  outcomeOf,
  pick,
  type Quantities,
  refusedBy,
  restock,
  type Trade,
  workshop,
} from './trade.ts'

const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

/** A provider that is silent has been asked all the same: the row says what is left to do. */
const noAnswer = 'payments.provider_unavailable'

const inState = (model: Model, ...states: ModelAttempt['state'][]) =>
  model.attempts.filter(({ state }) => states.includes(state))
const onThePage = (model: Model) =>
  inState(model, 'PAYING').filter(({ redirectUrl }) => redirectUrl !== undefined)
const sometimes = fc.integer({ min: 0, max: 4 }).map((n) => n === 0)
const aCostCenter = fc.constantFrom(undefined, workshop)
const aBooking = fc.constantFrom(undefined, workshop, halves)
const inHalves = [workshop, 'office'].map((costCenter) => ({ costCenter, percent: '50' }))
const aMethod = fc.constantFrom('card' as const, 'card' as const, 'invoice' as const)

export function checkoutSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'check out',
      weight: 6,
      input: fc.record({
        isStale: sometimes,
        copies: fc.constantFrom(1, 1, 3),
        costCenter: aCostCenter,
      }),
      run: checkOut,
    }),
    stepOf(tally, {
      name: 'pay',
      weight: 8,
      can: (model) => inState(model, 'RESERVED').length > 0,
      input: fc.record({ of: aPick, method: aMethod, copies: fc.constantFrom(1, 1, 3) }),
      run: pay,
    }),
    stepOf(tally, {
      name: 'press a button of the page',
      weight: 6,
      can: (model) => onThePage(model).length > 0,
      input: fc.record({ of: aPick, choice: fc.constantFrom('pay', 'pay', 'pay', 'decline') }),
      run: async (model, { world }, { of, choice }) => {
        const attempt = pick(onThePage(model), of)
        attempt.pressed.add(choice)
        if (choice === 'decline') attempt.mayFail = true
        await world.provider.press(attempt.redirectUrl ?? '', choice)
      },
    }),
    stepOf(tally, {
      name: 'cancel a checkout',
      weight: 1,
      can: (model) => model.attempts.length > 0,
      input: fc.record({ of: aPick }),
      run: cancel,
    }),
    stepOf(tally, {
      name: 'order without a cart',
      input: fc.record({
        lines: fc.uniqueArray(fc.tuple(aProductNumber, aQuantity), {
          selector: ([product]) => product,
          minLength: 1,
          maxLength: 3,
        }),
        method: aMethod,
        copies: fc.constantFrom(1, 1, 3),
        booking: aBooking,
      }),
      run: orderDirectly,
    }),
  ]
}

/** The same request under the same key, several times at once. All get the same answer. */
async function copiesOf<T>(copies: number, ask: () => Promise<T>) {
  const outcomes = await Promise.all(Array.from({ length: copies }, () => outcomeOf(ask())))
  const [first] = outcomes
  assert(first)
  // While the provider is bad, one copy may be the one that hears of it.
  return outcomes.find(({ code }) => code === undefined) ?? first
}

const isShort = (model: Model, lines: Quantities) =>
  [...lines].some(([product, quantity]) => quantity > (model.onHand[product] ?? 0))

type CheckingOut = {
  readonly isStale: boolean
  readonly copies: number
  readonly costCenter: string | undefined
}

async function checkOut(model: Model, real: Trade, wish: CheckingOut) {
  const { isStale, copies, costCenter } = wish
  const { carts, checkout } = modulesOf(real)
  const { cart } = await carts.read(real.buyer)
  const isBeyond = await isBeyondBudget(real, model.cart, costCenter)
  const isBeyondFrame = await isBeyondQuota(real, model.cart)
  const expectedSnapshotVersion = cart.snapshotVersion + (isStale ? 1_000 : 0)
  const idempotency = aClaim()
  const outcome = await copiesOf(copies, () =>
    checkout.start(real.buyer, {
      expectedSnapshotVersion,
      shipTo,
      costCenter,
      idempotency: { ...idempotency },
    }),
  )
  const lines = new Map(model.cart)
  if (model.lock) return refusedBy(outcome, ['cart.locked_by_checkout'])
  if (isStale) return refusedBy(outcome, ['cart.version_conflict'])
  if (lines.size === 0) return refusedBy(outcome, ['cart.empty'])
  if (isShort(model, lines)) return refusedBy(outcome, ['checkout.stock_short'])
  if (isBeyond) return refusedBy(outcome, ['budgets.exceeded'])
  if (isBeyondFrame) return refusedBy(outcome, ['quotas.maximum_exceeded'])
  assert(outcome.code === undefined, `refused by ${outcome.code}`)
  const { id, reservedUntil } = outcome.value
  model.lock = begin(model, { id, reservedUntil, lines, fromCart: true })
}

type Beginning = Pick<ModelAttempt, 'id' | 'reservedUntil' | 'lines' | 'fromCart'>

function begin(model: Model, beginning: Beginning): ModelAttempt {
  for (const [product, quantity] of beginning.lines) restock(model, product, -quantity)
  const attempt: ModelAttempt = {
    ...beginning,
    state: 'RESERVED',
    pressed: new Set(),
    mayFail: false,
  }
  model.attempts.push(attempt)
  return attempt
}

type Paying = { readonly of: number; readonly method: 'card' | 'invoice'; readonly copies: number }

async function pay(model: Model, real: Trade, { of, method, copies }: Paying): Promise<void> {
  const attempt = pick(inState(model, 'RESERVED'), of)
  const idempotency = aClaim()
  const outcome = await copiesOf(copies, () =>
    modulesOf(real).checkout.pay(real.buyer, attempt.id, {
      method,
      idempotency: { ...idempotency },
    }),
  )
  if (real.world.now() >= attempt.reservedUntil) {
    return refusedBy(outcome, ['checkout.reservation_expired', 'checkout.attempt_over'])
  }
  if (outcome.code === 'payments.credit_limit_exceeded') return assertCreditMethod(method)
  initiate(real, attempt, method, outcome.code)
}

function assertCreditMethod(method: string): void {
  assert.equal(method, 'invoice', 'a card has no credit limit')
}

/** Whatever was answered, it is paid for from now on. */
function initiate(
  { world }: Trade,
  attempt: ModelAttempt,
  method: 'card' | 'invoice',
  code: string | undefined,
): void {
  assert(code === undefined || (method === 'card' && code === noAnswer), `refused by ${code}`)
  attempt.state = 'PAYING'
  attempt.method = method
  attempt.initiatedAt = world.now()
  // A provider that refuses ends it at once, so the model need not know which one it is.
  if (method === 'card' && world.isRefusing()) attempt.mayFail = true
}

async function cancel(model: Model, real: Trade, { of }: { readonly of: number }): Promise<void> {
  const attempt = pick(model.attempts, of)
  await observe(model, real)
  const before = attempt.state
  // From here on it may end without an order.
  if (before === 'PAYING') attempt.mayFail = true
  const outcome = await outcomeOf(modulesOf(real).checkout.cancel(real.buyer, attempt.id))
  if (before === 'RESERVED') {
    assert.equal(outcome.code, undefined)
    endAs(model, attempt, 'CANCELLED')
  } else if (before === 'PAYING') {
    const { code } = outcome
    const mayBe = [undefined, noAnswer, 'checkout.attempt_over', 'payments.not_voidable']
    assert(mayBe.includes(code), `refused by ${code}`)
  } else if (before === 'CANCELLED') assert.equal(outcome.code, undefined)
  // One that failed because it was cancelled before answers as it did then.
  else if (before !== 'FAILED' || outcome.code) refusedBy(outcome, ['checkout.attempt_over'])
}

type OrderingDirectly = {
  readonly lines: readonly (readonly [product: number, quantity: number])[]
  readonly method: 'card' | 'invoice'
  readonly copies: number
  readonly booking: typeof workshop | typeof halves | undefined
}

async function orderDirectly(model: Model, real: Trade, order: OrderingDirectly): Promise<void> {
  const { method, copies, booking } = order
  const lines = new Map(order.lines)
  const isBeyond = await isBeyondBudget(real, lines, booking)
  const isBeyondFrame = await isBeyondQuota(real, lines)
  const idempotency = aClaim()
  const input = {
    lines: order.lines.map(([product, quantity]) => ({
      productId: real.products[product] ?? '',
      quantity: quantityOf(quantity),
      ...(booking === halves && { allocations: inHalves }),
    })),
    shipTo,
    costCenter: booking === workshop ? workshop : undefined,
    payment: { method },
  }
  const outcome = await copiesOf(copies, () =>
    modulesOf(real).checkout.placeOrder(real.buyer, { ...input, idempotency: { ...idempotency } }),
  )
  if (isShort(model, lines)) return refusedBy(outcome, ['checkout.stock_short'])
  if (isBeyond) return refusedBy(outcome, ['budgets.exceeded'])
  if (isBeyondFrame) return refusedBy(outcome, ['quotas.maximum_exceeded'])
  if (outcome.code === 'payments.credit_limit_exceeded') return assertCreditMethod(method)
  const stored =
    outcome.code === undefined ? outcome.value.attempt : await findUnknownAttempt(model, real)
  const { id, reservedUntil } = stored
  const attempt = begin(model, { id, reservedUntil, lines, fromCart: false })
  initiate(real, attempt, method, outcome.code)
}

/** The provider did not answer, and so the client does not know the checkout: a repetition would tell it. */
async function findUnknownAttempt(model: Model, real: Trade) {
  const { pool } = real.world.parts.platform.database
  const { attempts } = await readBooks(pool, real.buyer.companyId, real.products)
  const known = new Set(model.attempts.map(({ id }) => id))
  const found = attempts.find(({ id }) => !known.has(id))
  assert(found, 'an order that was begun is not stored')
  const { attempt } = await modulesOf(real).checkout.get(real.buyer, found.id)
  return attempt
}
