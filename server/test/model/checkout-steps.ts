import assert from 'node:assert/strict'
import fc from 'fast-check'
import { quantityOf } from '#kernel/quantity'
import { canWait, judgeStock } from './backorder-steps.ts'
import { aPick, someLines } from './cart-steps.ts'
import {
  assertCreditMethod,
  begin,
  copiesOf,
  findUnknownAttempt,
  initiate,
  noAnswer,
  refusalToday,
  shipTo,
} from './placing.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import {
  aClaim,
  endAs,
  halves,
  type Model,
  type ModelAttempt,
  modulesOf,
  observe,
  outcomeOf,
  pick,
  refusedBy,
  type Trade,
  workshop,
} from './trade.ts'

const needsTerms = 'checkout.backorder_needs_terms'

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
        lines: someLines,
        method: aMethod,
        copies: fc.constantFrom(1, 1, 3),
        booking: aBooking,
      }),
      run: orderDirectly,
    }),
  ]
}

type CheckingOut = {
  readonly isStale: boolean
  readonly copies: number
  readonly costCenter: string | undefined
}

async function checkOut(model: Model, real: Trade, wish: CheckingOut) {
  const { isStale, copies, costCenter } = wish
  const { carts, checkout } = modulesOf(real)
  const { cart } = await carts.read(real.buyer)
  const refusal = await refusalToday(model, real, model.cart, costCenter)
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
  if (refusal) return refusedBy(outcome, [refusal])
  assert(outcome.code === undefined, `refused by ${outcome.code}`)
  const { id, reservedUntil } = outcome.value
  model.lock = begin(model, real, { id, reservedUntil, lines, fromCart: true })
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
  if (attempt.waitsFor && method === 'card') return refusedBy(outcome, [needsTerms])
  if (outcome.code === 'payments.credit_limit_exceeded') return assertCreditMethod(method)
  // Others may have taken the room since the checkout.
  if (!canWait(model, attempt)) return refusedBy(outcome, ['checkout.backorder_refused'])
  initiate(real, attempt, method, outcome.code)
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
  const refusal = await refusalToday(model, real, lines, booking)
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
  if (refusal) return refusedBy(outcome, [refusal])
  if (method === 'card' && judgeStock(model, lines) === 'waits') {
    return refusedBy(outcome, [needsTerms])
  }
  if (outcome.code === 'payments.credit_limit_exceeded') return assertCreditMethod(method)
  const stored =
    outcome.code === undefined ? outcome.value.attempt : await findUnknownAttempt(model, real)
  const { id, reservedUntil } = stored
  const attempt = begin(model, real, { id, reservedUntil, lines, fromCart: false })
  initiate(real, attempt, method, outcome.code)
}
