import type { Actor } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import type { PaymentMethod } from '#modules/payments'
import type { Tx } from '#platform/db'
import { type Attempt, requesterOf, type Snapshot } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'

export type PaymentToOpen = {
  readonly id: Id<'pay'>
  readonly method: PaymentMethod
  readonly returnUrl?: string | undefined
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
  { approvals, budgets, orders, products, quotas }: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  attempt: Attempt,
  now: Date,
) {
  const { id: checkoutId, companyId, total, snapshot, budgeted } = attempt
  const { costCenter, deliveries = [], lines } = snapshot
  const allocations = lines.flatMap((line) => line.allocations ?? [])
  const bookings = [...lines, ...allocations]
  const places = [...deliveries, ...bookings].map((one) => one.costCenter)
  const productIds = lines.map(({ productId }) => productId)
  const exceededBudgets = budgeted ? await budgets.listExceeded(tx, { companyId, checkoutId }) : []
  return approvals.plan(
    tx,
    actor,
    {
      orderedBy: requesterOf(attempt),
      unitId: snapshot.unitId,
      total,
      costCenters: [costCenter, ...places],
      glAccounts: bookings.map(({ glAccount }) => glAccount),
      projects: bookings.map(({ project }) => project),
      shares: allocations.map((one) =>
        [one.costCenter, one.glAccount, one.project, one.amount.amount].join(', '),
      ),
      alsoAsk: exceededBudgets,
      supplierIds: lines.map(({ supplierCompanyId }) => supplierCompanyId),
      newSuppliersOf: (conn) => orders.newSuppliers(conn, companyId, lines),
      raisedPricesOf: (conn) => orders.raisedPrices(conn, companyId, lines),
      offContractOf: (conn) => quotas.offContract(conn, companyId, lines, now),
      freeTextProducts: listFreeTextProducts(snapshot),
      categoriesOf: (conn) => products.categoriesOf(conn, productIds),
    },
    now,
  )
}

/** As `product price proofs`. An approval of such a product holds at this price, by these files, and for no others. */
function listFreeTextProducts({ lines, freeTextProducts = [] }: Snapshot): string[] {
  const foundLines = lines.filter(({ productId }) => freeTextProducts.includes(productId))
  return foundLines.map(({ productId, unitPrice, negotiatedPrice }) => {
    const { perQuantity, currency } = unitPrice
    const price = `${decimalOf(unitPrice)}/${perQuantity} ${currency}`
    return [productId, price, ...(negotiatedPrice?.attachmentIds ?? []).toSorted()].join(' ')
  })
}
