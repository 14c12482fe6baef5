import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import type { PaymentMethod } from '#modules/payments'
import type { Tx } from '#platform/db'
import type { Attempt } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { fail } from '../failures.ts'

export type PaymentToOpen = {
  readonly id: Id<'pay'>
  readonly method: PaymentMethod
  readonly returnUrl?: string | undefined
}

/** A provider would refuse the URL after everything is reserved, so it is checked before that. */
export function refuseUnusableReturn({ returnUrl }: Pick<PaymentToOpen, 'returnUrl'>): void {
  if (returnUrl !== undefined && !URL.canParse(returnUrl)) throw fail('return_url_invalid')
}

/** The input for the payment of an attempt. */
export function openPaymentInput(
  actor: Actor,
  attempt: Attempt,
  { id, method, returnUrl }: PaymentToOpen,
  now: Date,
) {
  return {
    id,
    companyId: attempt.companyId,
    payerId: actor.id,
    checkoutId: attempt.id,
    method,
    amount: attempt.total,
    ...(returnUrl === undefined ? {} : { returnUrl }),
    now,
  }
}

/** The approvals that a purchase needs, by the rules at the handoff. Undefined: none. */
export async function planApproval(
  { approvals, budgets, orders, products }: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  { id: checkoutId, companyId, ownerId, total, snapshot, budgeted }: Attempt,
  now: Date,
) {
  const { costCenter, deliveries = [], lines } = snapshot
  const places = [...deliveries, ...lines].map((one) => one.costCenter)
  const productIds = lines.map(({ productId }) => productId)
  const overdrawn = budgeted ? await budgets.overdrawn(tx, { companyId, checkoutId }) : []
  return approvals.plan(
    tx,
    actor,
    {
      orderedBy: ownerId,
      total,
      costCenters: [costCenter, ...places],
      alsoAsk: overdrawn,
      supplierIds: lines.map(({ supplierCompanyId }) => supplierCompanyId),
      newSuppliersOf: (conn) => orders.newSuppliers(conn, companyId, lines),
      raisedPricesOf: (conn) => orders.raisedPrices(conn, companyId, lines),
      categoriesOf: (conn) => products.categoriesOf(conn, productIds),
    },
    now,
  )
}
