import type { Actor } from '#kernel/actor'
import { decimalOf, isCurrency } from '#kernel/money'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { minimumOrdersChanged } from './cached-minimum-orders.ts'
import { amountFrom, type ChangeDeps } from './change-methods.ts'
import { fail } from './failures.ts'
import type { belowMinimumActions, MinimumOrder } from './minimum-order.ts'
import { deleteMinimumOrder, setMinimumOrder } from './minimum-order-store.ts'

export type MinimumOrderInput = {
  readonly amount: string
  readonly currency: string
  readonly below: (typeof belowMinimumActions)[number]
  readonly fee?: string | undefined
}

/** Sets the minimum of the actor's company. Checkouts that are already started keep the former one. */
export async function changeMinimumOrder(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
  input: MinimumOrderInput,
): Promise<MinimumOrder> {
  const now = clock()
  const minimumOrder = minimumOrderFrom(input)
  return database.transaction(async (tx) => {
    await setMinimumOrder(tx, actor.companyId, minimumOrder, { changedBy: actor.id, now })
    auditMinimumOrder(tx, actor, 'changed', minimumOrder, now)
    return minimumOrder
  })
}

export async function removeMinimumOrder(
  { database, now: clock }: ChangeDeps,
  actor: Actor,
): Promise<MinimumOrder> {
  const now = clock()
  return database.transaction(async (tx) => {
    const minimumOrder = await deleteMinimumOrder(tx, actor.companyId)
    if (!minimumOrder) throw fail('minimum_order_not_found')
    auditMinimumOrder(tx, actor, 'deleted', minimumOrder, now)
    return minimumOrder
  })
}

function minimumOrderFrom({ amount, currency, below, fee }: MinimumOrderInput): MinimumOrder {
  if (!isCurrency(currency)) throw fail('currency_unknown', { currency })
  if ((below === 'FEE') !== (fee !== undefined)) throw fail('minimum_order_fee_mismatch')
  const parsed = {
    amount: amountFrom(amount, currency),
    fee: fee === undefined ? undefined : amountFrom(fee, currency),
  }
  if ([parsed.amount, parsed.fee].some((one) => one?.amountMinor === 0n))
    throw fail('minimum_order_of_nothing')
  return parsed
}

function auditMinimumOrder(
  tx: Tx,
  actor: Actor,
  done: 'changed' | 'deleted',
  { amount, fee }: MinimumOrder,
  now: Date,
): void {
  const { companyId } = actor
  recordAudit(tx, {
    companyId,
    actor,
    action: `shipping.minimum_order_${done}`,
    target: { type: 'company', id: companyId },
    outcome: 'done',
    details: {
      amount: decimalOf(amount),
      currency: amount.currency,
      ...(fee && { fee: decimalOf(fee) }),
    },
    now,
  })
  ringAfterCommit(tx, minimumOrdersChanged)
}
