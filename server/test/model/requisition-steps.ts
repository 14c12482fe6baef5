import assert from 'node:assert/strict'
import fc from 'fast-check'
import { quantityOf } from '#kernel/quantity'
import { aPick, someLines } from './cart-steps.ts'
import { begin, copiesOf, findUnknownAttempt, initiate, refusalToday, shipTo } from './placing.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import {
  type Model,
  type ModelRequisition,
  modulesOf,
  outcomeOf,
  pick,
  refusedBy,
  type Trade,
} from './trade.ts'

type State = ModelRequisition['state']

const editable: readonly State[] = ['DRAFT', 'RETURNED']
const withBuyers: readonly State[] = ['SUBMITTED', 'IN_SOURCING']
const withdrawable: readonly State[] = ['SUBMITTED', 'IN_SOURCING', 'RETURNED']

const anyRequisition = (model: Model) => model.requisitions.length > 0
const aRequisition = { of: aPick }

/** One person asks and orders: who may do what is tested elsewhere. */
export function requisitionSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'write a requisition',
      input: fc.record({ lines: someLines }),
      run: write,
    }),
    stepOf(tally, {
      name: 'submit a requisition',
      weight: 4,
      can: anyRequisition,
      input: fc.record(aRequisition),
      run: submit,
    }),
    stepOf(tally, {
      name: 'withdraw a requisition',
      weight: 1,
      can: anyRequisition,
      input: fc.record(aRequisition),
      run: withdraw,
    }),
    stepOf(tally, {
      name: 'return a requisition',
      weight: 1,
      can: anyRequisition,
      input: fc.record(aRequisition),
      run: giveBack,
    }),
    stepOf(tally, {
      name: 'convert lines of a requisition',
      weight: 6,
      can: anyRequisition,
      input: fc.record({
        ...aRequisition,
        lines: fc.uniqueArray(aPick, { minLength: 1, maxLength: 2 }),
        copies: fc.constantFrom(1, 1, 3),
      }),
      run: convert,
    }),
  ]
}

type Wish = { readonly of: number }

async function write(
  model: Model,
  real: Trade,
  { lines }: { readonly lines: readonly (readonly [product: number, quantity: number])[] },
): Promise<void> {
  const { id } = await modulesOf(real).requisitions.create(real.buyer, {
    title: 'Cable',
    shipTo,
    lines: lines.map(([product, quantity]) => ({
      productId: real.products[product] ?? '',
      quantity: quantityOf(quantity),
    })),
  })
  const open = lines.map(([product, quantity]) => ({
    product: real.products[product] ?? '',
    quantity,
    state: 'OPEN' as const,
    orderId: null,
  }))
  model.requisitions.push({ id, state: 'DRAFT', lines: open })
}

async function submit(model: Model, real: Trade, { of }: Wish): Promise<void> {
  const requisition = pick(model.requisitions, of)
  const { requisitions } = modulesOf(real)
  const outcome = await outcomeOf(requisitions.submit(real.buyer, requisition.id, undefined))
  if (!follows(outcome, requisition, editable)) return
  if (!hasOpen(requisition)) return refusedBy(outcome, ['requisitions.no_lines'])
  assert.equal(outcome.code, undefined)
  requisition.state = 'SUBMITTED'
}

async function withdraw(model: Model, real: Trade, { of }: Wish): Promise<void> {
  const requisition = pick(model.requisitions, of)
  const { requisitions } = modulesOf(real)
  const outcome = await outcomeOf(requisitions.withdraw(real.buyer, requisition.id, undefined))
  if (!follows(outcome, requisition, withdrawable)) return
  assert.equal(outcome.code, undefined)
  for (const line of requisition.lines) if (line.state === 'OPEN') line.state = 'CANCELLED'
  const isOrdered = requisition.lines.some(({ state }) => state === 'ORDERED')
  requisition.state = isOrdered ? 'ORDERED' : 'WITHDRAWN'
}

async function giveBack(model: Model, real: Trade, { of }: Wish): Promise<void> {
  const requisition = pick(model.requisitions, of)
  const refusal = { to: 'RETURNED', comment: 'Which colour?' } as const
  const { requisitions } = modulesOf(real)
  const outcome = await outcomeOf(requisitions.refuse(real.buyer, requisition.id, refusal))
  if (!follows(outcome, requisition, withBuyers)) return
  assert.equal(outcome.code, undefined)
  requisition.state = 'RETURNED'
}

type Converting = Wish & { readonly lines: readonly number[]; readonly copies: number }

async function convert(model: Model, real: Trade, wish: Converting): Promise<void> {
  const requisition = pick(model.requisitions, wish.of)
  const { requisitions } = modulesOf(real)
  const stored = await requisitions.read(real.buyer, requisition.id)
  const places = [...new Set(wish.lines.map((line) => line % requisition.lines.length))]
  const chosen = places.map((place) => pick(requisition.lines, place))
  const lines = new Map(
    chosen.map(({ product, quantity }) => [real.products.indexOf(product), quantity]),
  )
  const refusal = await refusalToday(model, real, lines, undefined)
  const input = { lines: places.map((place) => pick(stored.lines, place).id) }
  const outcome = await copiesOf(wish.copies, () =>
    requisitions.convert(real.buyer, requisition.id, input),
  )
  const states = new Set(chosen.map(({ state }) => state))
  // What can be ordered is ordered already, and nothing else happens.
  if (!states.has('OPEN') && states.has('ORDERED')) return assert.equal(outcome.code, undefined)
  if (states.has('ORDERED') || states.has('CANCELLED')) {
    return refusedBy(outcome, ['requisitions.lines_not_open'])
  }
  if (!follows(outcome, requisition, withBuyers)) return
  if (refusal) return refusedBy(outcome, [refusal])
  if (outcome.code === 'payments.credit_limit_exceeded') return
  assert(outcome.code === undefined, `refused by ${outcome.code}`)
  const { id, reservedUntil, orderId = null } = await findUnknownAttempt(model, real)
  initiate(
    real,
    begin(model, real, { id, reservedUntil, lines, fromCart: false }),
    'invoice',
    undefined,
  )
  for (const line of chosen) Object.assign(line, { state: 'ORDERED', orderId })
  requisition.state = hasOpen(requisition) ? 'IN_SOURCING' : 'ORDERED'
}

const hasOpen = ({ lines }: ModelRequisition) => lines.some(({ state }) => state === 'OPEN')

/** Whether the requisition may do this in its state. If not, it was refused. */
function follows(
  outcome: Parameters<typeof refusedBy>[0],
  { state }: ModelRequisition,
  allowed: readonly State[],
): boolean {
  if (allowed.includes(state)) return true
  refusedBy(outcome, ['requisitions.not_in_state'])
  return false
}
