import fc from 'fast-check'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { reverseRepayment } from '../../src/modules/purchasing/payments/credit/reverse-repayment.ts'
import { type Books, readBooks } from './books.ts'
import { aPick } from './cart-steps.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import { modulesOf, outcomeOf, pick, refusedBy, type Trade } from './trade.ts'

const operatorOf = ({ buyer }: Trade): Actor => ({ ...buyer, roles: new Set(['operator']) })

/** What its provider refuses to pay back, an operator decides about. */
export function creditSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'decide about refused money',
      weight: 3,
      can: (model) => model.orders.length > 0,
      input: fc.record({ of: aPick, way: fc.constantFrom('retry', 'pay otherwise') }),
      run: (_model, real, wish) => decide(real, wish),
    }),
    stepOf(tally, {
      name: 'repay credit',
      input: fc.integer({ min: 1, max: 40_000 }),
      run: (_model, real, minor) => repay(real, minor),
    }),
    stepOf(tally, {
      name: 'take a repayment back',
      input: aPick,
      run: (_model, real, of) => takeBack(real, of),
    }),
  ]
}

async function repay({ world, buyer }: Trade, minor: number): Promise<void> {
  const { platform, modules } = world.parts
  await platform.database.transaction((tx) =>
    modules.payments.repayCredit(tx, buyer.companyId, money(BigInt(minor), 'EUR'), world.now()),
  )
}

/** Any that was not taken back before. */
async function takeBack({ world, buyer, products }: Trade, of: number): Promise<void> {
  const { database } = world.parts.platform
  const { companyId } = buyer
  const { credit } = await readBooks(database.pool, companyId, products)
  if (!credit || credit.repayments.length === 0) return
  const note = { id: pick(credit.repayments, of), notedBy: 'usr_operator', reason: 'A mistake' }
  await database.transaction((tx) =>
    reverseRepayment(tx, { companyId, currency: 'EUR' }, note, world.now()),
  )
}

/** At the end of a sequence: nobody else does, and everything has to come to rest. */
export async function retryRefused(real: Trade, books: Books): Promise<void> {
  for (const refused of refusedIn(books)) {
    await modulesOf(real).fulfilment.retryCredit(operatorOf(real), refused)
  }
  for (const refused of unorderedIn(books)) {
    await modulesOf(real).checkout.retryUnordered(operatorOf(real), refused)
  }
}

const refusedIn = ({ orders }: Books) =>
  orders.flatMap(({ id: orderId, refused }) =>
    refused.map((creditId) => ({ orderId, creditId, idempotency: undefined })),
  )

const unorderedIn = ({ unordered }: Books) =>
  unordered
    .filter(({ state }) => state === 'REFUSED')
    .map(({ paymentId }) => ({ paymentId, idempotency: undefined }))

async function decide(real: Trade, { of, way }: { readonly of: number; readonly way: string }) {
  const { world, buyer, products } = real
  const books = await readBooks(world.parts.platform.database.pool, buyer.companyId, products)
  const refused = refusedIn(books)
  if (refused.length === 0) return decideUnordered(real, unorderedIn(books), { of, way })
  const decision = { ...pick(refused, of), note: 'Decided by hand.' }
  const { fulfilment } = modulesOf(real)
  const deciding =
    way === 'retry'
      ? fulfilment.retryCredit(operatorOf(real), decision)
      : fulfilment.payCreditOtherwise(operatorOf(real), decision)
  const outcome = await outcomeOf(deciding)
  // Another refund of the payment may be under way.
  if (outcome.code !== undefined) refusedBy(outcome, ['orders.credit_held_up'])
}

/** Of what was paid for nothing. */
async function decideUnordered(
  real: Trade,
  refused: ReturnType<typeof unorderedIn>,
  { of, way }: { readonly of: number; readonly way: string },
): Promise<void> {
  if (refused.length === 0) return
  const decision = { ...pick(refused, of), note: 'Decided by hand.' }
  const { checkout } = modulesOf(real)
  const deciding =
    way === 'retry'
      ? checkout.retryUnordered(operatorOf(real), decision)
      : checkout.payUnorderedOtherwise(operatorOf(real), decision)
  const outcome = await outcomeOf(deciding)
  if (outcome.code !== undefined) refusedBy(outcome, ['checkout.refund_held_up'])
}
