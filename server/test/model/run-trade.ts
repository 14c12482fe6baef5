import fc from 'fast-check'
import { backorderSteps } from './backorder-steps.ts'
import type { Books } from './books.ts'
import { cartSteps } from './cart-steps.ts'
import { changeSteps } from './change-steps.ts'
import { checkoutSteps } from './checkout-steps.ts'
import { creditSteps, retryRefused } from './credit-steps.ts'
import { checkSettled } from './invariants.ts'
import { orderSteps } from './order-steps.ts'
import { raiseSteps } from './raise-steps.ts'
import { requisitionSteps } from './requisition-steps.ts'
import { standingSteps } from './standing-steps.ts'
import type { Tally } from './step.ts'
import { aTrade, type Model, observe, type Trade } from './trade.ts'
import type { TradeWorld } from './trade-world.ts'
import { worldSteps } from './world-steps.ts'

export type TradeRun = {
  readonly seed: number
  /** Sequences that went through, each with a buyer and products of its own. */
  readonly sequences: number
  readonly steps: number
  readonly tally: Readonly<Record<string, number>>
}

export type TradeOptions = {
  readonly seed: number
  readonly sequences: number
  /** Drawn for each sequence. Those for which there is nothing that they could be done to are left out. */
  readonly steps: number
}

/** Draws sequences of steps and plays them, until all are played or one of them is a finding: then it throws. */
export async function runTrade(world: TradeWorld, options: TradeOptions): Promise<TradeRun> {
  const { seed, sequences, steps } = options
  const tally: Tally = new Map()
  let played = 0
  const step = fc.oneof(
    ...cartSteps(tally),
    ...checkoutSteps(tally),
    ...orderSteps(tally),
    ...changeSteps(tally),
    ...raiseSteps(tally),
    ...creditSteps(tally),
    ...requisitionSteps(tally),
    ...standingSteps(tally),
    ...backorderSteps(tally),
    ...worldSteps(tally),
  )
  const drawn = fc.array(step, { minLength: steps, maxLength: steps })
  const property = fc.asyncProperty(drawn, async (commands) => {
    const trade = await aTrade(world)
    await fc.asyncModelRun(() => trade, commands)
    await settle(trade.model, trade.real)
    played += 1
  })
  // Shrinking would play the sequence again hundreds of times; the seed and the steps are what is needed.
  await fc.assert(property, { seed, numRuns: sequences, endOnFailure: true })
  const taken = Object.fromEntries([...tally].sort())
  const sum = Object.values(taken).reduce((all, one) => all + one, 0)
  return { seed, sequences: played, steps: sum, tally: taken }
}

const patienceMinutes = 90

/** The provider is well again and time passes: everything has to come to rest by itself, and the money be where it belongs. */
async function settle(model: Model, real: Trade): Promise<void> {
  const { world } = real
  await world.behave()
  let books: Books = await observe(model, real)
  // Once in any case: what went back by hand is taken off the price by a worker, and nothing waits for that.
  for (let minutes = 0; minutes === 0 || (minutes < patienceMinutes && !isAtRest(books)); ) {
    const step = minutes === 0 ? 1 : 16
    await world.pass(step)
    minutes += step
    await retryRefused(real, books)
    await world.work()
    books = await observe(model, real)
  }
  await checkSettled(books, world.provider.bookOf)
}

function isAtRest({ attempts, orders, payments, unordered }: Books): boolean {
  return (
    unordered.length === 0 &&
    attempts.every(({ state }) => /^(COMPLETED|FAILED|CANCELLED|EXPIRED)$/.test(state)) &&
    orders.every(({ waiting, refused }) => waiting === 0 && refused.length === 0) &&
    payments.every(({ refunding, orderId, method, state }) => {
      const isOver = orderId !== null || method === 'invoice' || !/SUCCEEDED|AUTHORIZED/.test(state)
      return refunding === 0 && isOver
    })
  )
}
