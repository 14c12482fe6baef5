import assert from 'node:assert/strict'
import { backordered, judgeStock, takenBy } from './backorder-steps.ts'
import { readBooks } from './books.ts'
import {
  isBeyondBudget,
  isBeyondQuota,
  type Model,
  type ModelAttempt,
  modulesOf,
  outcomeOf,
  type Quantities,
  restock,
  type Trade,
} from './trade.ts'

export const shipTo = {
  name: 'Bea Buyer',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}

/** A provider that is silent has been asked all the same: the row says what is left to do. */
export const noAnswer = 'payments.provider_unavailable'

/** The same request under the same key, several times at once. All get the same answer. */
export async function copiesOf<T>(copies: number, ask: () => Promise<T>) {
  const outcomes = await Promise.all(Array.from({ length: copies }, () => outcomeOf(ask())))
  const [first] = outcomes
  assert(first)
  // While the provider is bad, one copy may be the one that hears of it.
  return outcomes.find(({ code }) => code === undefined) ?? first
}

/** The first check of an order that refuses these lines, as the books stand. Credit is judged afterwards. */
export async function refusalToday(
  model: Model,
  real: Trade,
  lines: Quantities,
  costCenter: string | undefined,
): Promise<string | undefined> {
  if (judgeStock(model, lines) === 'short') return 'checkout.stock_short'
  if (await isBeyondBudget(real, lines, costCenter)) return 'budgets.exceeded'
  if (await isBeyondQuota(real, lines)) return 'quotas.maximum_exceeded'
  return undefined
}

type Beginning = Pick<ModelAttempt, 'id' | 'reservedUntil' | 'lines' | 'fromCart'>

export function begin(model: Model, { products }: Trade, beginning: Beginning): ModelAttempt {
  const waits = judgeStock(model, beginning.lines) === 'waits'
  const waitsFor = waits ? products[backordered.of] : undefined
  const attempt: ModelAttempt = {
    ...beginning,
    waitsFor,
    state: 'RESERVED',
    pressed: new Set(),
    mayFail: false,
  }
  for (const [product, quantity] of takenBy(attempt)) restock(model, product, -quantity)
  model.attempts.push(attempt)
  return attempt
}

export function assertCreditMethod(method: string): void {
  assert.equal(method, 'invoice', 'a card has no credit limit')
}

/** Whatever was answered, it is paid for from now on. */
export function initiate(
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

/** The provider did not answer, and so the client does not know the checkout: a repetition would tell it. */
export async function findUnknownAttempt(model: Model, real: Trade) {
  const { pool } = real.world.parts.platform.database
  const { attempts } = await readBooks(pool, real.buyer.companyId, real.products)
  const known = new Set(model.attempts.map(({ id }) => id))
  const found = attempts.find(({ id }) => !known.has(id))
  assert(found, 'an order that was begun is not stored')
  const { attempt } = await modulesOf(real).checkout.get(real.buyer, found.id)
  return attempt
}
