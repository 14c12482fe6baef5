import assert from 'node:assert/strict'
import fc from 'fast-check'
import { aPick } from './cart-steps.ts'
import { ordersWith } from './order-steps.ts'
import { stepOf, type Tally, type WeightedStep } from './step.ts'
import {
  type Model,
  type ModelOrder,
  modulesOf,
  outcomeOf,
  pick,
  refusedBy,
  type Trade,
} from './trade.ts'

export function raiseSteps(tally: Tally): WeightedStep[] {
  return [
    stepOf(tally, {
      name: 'decide about a raise',
      weight: 5,
      can: (model) => ordersWith(model, hasRaise).length > 0,
      input: fc.record({ order: aPick, approve: fc.boolean() }),
      run: decideRaise,
    }),
  ]
}

const hasRaise = ({ raise }: ModelOrder) => raise?.isApproved === false

/** While it is done, the rules ask for an approval of whatever costs more. */
export async function whileAsking<T>(
  real: Trade,
  isAsking: boolean,
  step: () => Promise<T>,
): Promise<T> {
  if (!isAsking) return step()
  const { rules } = modulesOf(real).approvals
  const steps = [{ mode: 'ANY', role: 'approver' }] as const
  const { id } = await rules.add(real.buyer, { name: 'Everything', conditions: {}, steps })
  try {
    return await step()
  } finally {
    await rules.remove(real.buyer, id)
  }
}

const notBound = [
  'payments.not_raisable',
  'payments.credit_limit_exceeded',
  'budgets.exceeded',
  'quotas.maximum_exceeded',
  'orders.stock_short',
  'orders.price_not_changeable',
  // Nobody decided for too long.
  'approvals.already_decided',
]

async function decideRaise(
  model: Model,
  real: Trade,
  wish: { readonly order: number; readonly approve: boolean },
): Promise<void> {
  const order = pick(ordersWith(model, hasRaise), wish.order)
  const { raise } = order
  assert(raise)
  const { approvals, fulfilment } = modulesOf(real)
  const { approver } = real
  const [open] = await approvals.listOfOrder(approver, order.id)
  assert(open?.request.state === 'PENDING', 'a raise waits without a request')
  const { id: approvalId, contentHash } = open.request
  const refusal = { approvalId, to: 'REJECTED', reason: 'Too much.' } as const
  const outcome = await outcomeOf(
    wish.approve
      ? fulfilment.approve(approver, { approvalId, contentHash })
      : fulfilment.refuse(approver, refusal),
  )
  if (outcome.code !== undefined) return refusedBy(outcome, notBound)
  order.raise = undefined
  if (wish.approve) raise.bind()
  else if (raise.by === 'request') raise.line.request = null
}
