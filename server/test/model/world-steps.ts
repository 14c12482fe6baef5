import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { readBooks } from './books.ts'
import { aPick } from './cart-steps.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import { type Model, pick, type Trade } from './trade.ts'

const operation = fc.constantFrom('createIntent', 'getIntent', 'cancel', 'refund')
/** Before the work or after it, by an error or by silence: a client cannot tell which. */
const answer = fc.constantFrom(
  'error_before',
  'error_after',
  'error_after',
  'timeout_after',
  'timeout_before',
  'refuse',
)

/** Checkouts that ended without an order, and whose payment was begun. */
const attemptsWithoutOrder = ({ attempts }: Model) =>
  attempts.filter(({ state, paymentId }) => state === 'FAILED' && paymentId !== undefined)

/** What nobody asked for: time, the workers, and a provider that has a bad day. */
export function worldSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'the workers work',
      weight: 3,
      input: fc.constant({}),
      run: (_model, { world }) => world.work(),
    }),
    stepOf(tally, {
      name: 'time passes',
      weight: 1,
      input: fc.record({ minutes: fc.constantFrom(1, 1, 2, 5, 16) }),
      run: (_model, { world }, { minutes }) => world.pass(minutes),
    }),
    stepOf(tally, {
      name: 'the provider answers badly',
      weight: 1,
      input: fc.record({ operation, answer, times: fc.integer({ min: 1, max: 2 }) }),
      run: (_model, { world }, { operation: of, answer: by, times }) =>
        world.misbehave({ [of]: by, times }),
    }),
    stepOf(tally, {
      name: 'the provider refuses refunds',
      weight: 1,
      input: fc.record({ times: fc.integer({ min: 1, max: 4 }) }),
      run: (_model, { world }, { times }) => world.misbehave({ refund: 'refuse', times }),
    }),
    stepOf(tally, {
      name: 'the provider tells badly',
      weight: 1,
      input: fc.record({
        events: fc.constantFrom('duplicate', 'delay', 'drop'),
        delayMs: fc.integer({ min: 5, max: 80 }),
        times: fc.integer({ min: 1, max: 3 }),
      }),
      run: (_model, { world }, order) => world.misbehave(order),
    }),
    stepOf(tally, {
      name: 'the provider takes what was given up',
      weight: 1,
      can: (model) => attemptsWithoutOrder(model).length > 0,
      input: fc.record({ of: aPick }),
      run: takeWhatWasGivenUp,
    }),
  ]
}

/** Of a payment that is over nobody asks before the daily comparison: so its event must come, and is waited for. */
async function takeWhatWasGivenUp(model: Model, real: Trade, { of }: { readonly of: number }) {
  const { world, buyer, products } = real
  const paymentId = pick(attemptsWithoutOrder(model), of).paymentId ?? ''
  await world.behave()
  await world.provider.captureLate(paymentId)
  const { captured } = await world.provider.bookOf(paymentId)
  const patience = performance.now() + 60_000
  for (;;) {
    const books = await readBooks(world.parts.platform.database.pool, buyer.companyId, products)
    const ours = books.payments.find(({ id }) => id === paymentId)?.captured ?? 0
    if (BigInt(ours) === captured) return
    assert(performance.now() < patience, `we have not heard that ${paymentId} was captured`)
    await wait(10)
  }
}
