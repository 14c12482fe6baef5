import { Failure } from '#kernel/failure'
import type { Id } from '#kernel/id'
import { decimalOf } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import type { Tx } from '#platform/db'
import { leftOf } from '../approval/left-lines.ts'
import { listNewSuppliers, listRaisedPrices } from '../bought-before-store.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import type { LockedOrder } from '../fulfilment/locked-order-store.ts'
import { bookingsOf } from '../line-references/index.ts'
import type { Order, PlacedLine } from '../order.ts'
import { listLines } from '../order-store.ts'
import { costOf } from '../supplier/without-cancelled.ts'
import { type AddedLines, type Addition, addLines, costOfAdded } from './added-lines.ts'
import { saveContracts } from './raise-store.ts'

export type Raise = {
  readonly added: AddedLines
  /** The order as it is with the added lines. */
  readonly locked: LockedOrder
  /** For the timeline and the audit log. */
  readonly details: { readonly added: number; readonly addedAmount: string }
  /** Takes budgets, frame contracts and credit, once the added lines are written; or throws. */
  readonly cover: () => Promise<void>
}

/**
 * Participant, in a transaction that holds the order: both sides have agreed on more. It takes the stock, so that stock, budgets,
 * frame contracts and credit are locked in the order of every purchase. Nothing of a raise binds unless all of it does.
 */
export async function raiseOrder(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  additions: readonly Addition[],
  now: Date,
): Promise<Raise> {
  const placed = await listLines(tx, locked.order)
  const added = addLines(locked.order, placed, additions, now)
  await sellAdded(deps, tx, added.lines)
  const progress = added.lines.map((line) => line.progress)
  return {
    added,
    locked: { order: added.order, lines: [...locked.lines, ...progress] },
    details: {
      added: added.lines.length,
      addedAmount: decimalOf(costOfAdded(added.lines, added.order.total.currency)),
    },
    cover: () => coverRaise(deps, tx, added, [...placed, ...added.lines], now),
  }
}

/** The same for a step that may add nothing. */
export async function raiseIfAny(
  deps: FulfilmentDeps,
  tx: Tx,
  locked: LockedOrder,
  additions: readonly Addition[],
  now: Date,
): Promise<Raise | undefined> {
  return additions.length === 0 ? undefined : raiseOrder(deps, tx, locked, additions, now)
}

/** The budgets and the credit of the buyer are not for the eyes of the supplier, whose step raises the order. */
export async function coverForSupplier(cover: Raise['cover']): Promise<void> {
  try {
    await cover()
  } catch (error) {
    throw error instanceof Failure ? fail('raise_not_covered') : error
  }
}

async function sellAdded({ products }: FulfilmentDeps, tx: Tx, lines: readonly PlacedLine[]) {
  const goods = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  const [short] = await products.sell(tx, goods)
  if (!short) return
  const { productId, requested, available } = short
  const facts = { requested: numberOf(requested), available: numberOf(available) }
  throw fail('stock_short', { productId, ...facts })
}

async function coverRaise(
  deps: FulfilmentDeps,
  tx: Tx,
  added: AddedLines,
  lines: readonly PlacedLine[],
  now: Date,
): Promise<void> {
  const { order } = added
  const isExceeded = await raiseBudgets(deps, tx, added, now)
  await callOffAdded(deps, tx, added, now)
  if (isExceeded || (await needsApproval(deps, tx, order, lines, now))) {
    throw fail('raise_needs_approval')
  }
  const { companyId, paymentId, total } = order
  const amount = costOfAdded(added.lines, total.currency)
  if (amount.amountMinor === 0n) return
  if (paymentId === undefined) throw fail('order_without_payment')
  await deps.payments.raiseHeld(tx, { companyId, paymentId, amount, now })
}

/** Returns whether a soft budget is exceeded, so that people must approve. */
async function raiseBudgets(
  { budgets }: FulfilmentDeps,
  tx: Tx,
  { order, lines }: AddedLines,
  now: Date,
): Promise<boolean> {
  const { companyId, checkoutId, costCenter, total } = order
  if (checkoutId === undefined) return false
  const shares = lines.flatMap((line) =>
    bookingsOf(line, line.progress.total).map((one) => ({
      costCenter: one.costCenter ?? costCenter,
      amount: one.amount,
    })),
  )
  const spending = { checkoutId, total: costOfAdded(lines, total.currency), shares }
  return budgets.raise(tx, { companyId, id: requesterOf(order) }, spending, now)
}

/** The person or integration that needs the goods. */
function requesterOf({ requestedBy, placedBy }: Order): string {
  return requestedBy ?? placedBy
}

async function callOffAdded(
  { quotas }: FulfilmentDeps,
  tx: Tx,
  { order, lines }: AddedLines,
  now: Date,
): Promise<void> {
  const { companyId, checkoutId, contracts: before = [] } = order
  if (checkoutId === undefined) return
  const covered = lines.map(({ productId, supplierCompanyId, quantity, progress }) => ({
    lineNumber: progress.lineNumber,
    productId,
    supplierCompanyId,
    quantity,
    valueMinor: progress.net.amountMinor,
  }))
  const { currency } = order.total
  const contracts = await quotas.hold(tx, { companyId, checkoutId, currency, lines: covered }, now)
  if (!contracts) return
  await quotas.callOff(tx, { companyId, checkoutId }, order.id, now)
  const byId = new Map(before.map((one) => [one.id as string, one]))
  for (const one of contracts) {
    const isBeyondMaximum = one.isBeyondMaximum || byId.get(one.id)?.isBeyondMaximum === true
    byId.set(one.id, { ...one, isBeyondMaximum })
  }
  await saveContracts(tx, order, [...byId.values()])
}

/** The rules judge the whole order as it is with the added lines, as if it were placed now. */
async function needsApproval(
  deps: FulfilmentDeps,
  tx: Tx,
  order: Order,
  lines: readonly PlacedLine[],
  now: Date,
): Promise<boolean> {
  const { companyId, unitId, placedBy } = order
  const { approvals, products, quotas } = deps
  const left = leftOf(order, lines)
  const kept = lines.filter(({ productId }) => left.productIds.has(productId))
  const plan = await approvals.plan(
    tx,
    { companyId: companyId as Id<'co'>, id: placedBy },
    {
      orderedBy: requesterOf(order),
      unitId,
      total: costOf(
        order,
        lines.map(({ progress }) => progress),
      ),
      costCenters: [...left.costCenters],
      glAccounts: [...left.glAccounts],
      projects: [...left.projects],
      shares: left.shares,
      alsoAsk: [],
      supplierIds: [...left.supplierIds],
      categoriesOf: (conn) => products.categoriesOf(conn, [...left.productIds]),
      newSuppliersOf: (conn) => listNewSuppliers(conn, companyId, kept),
      raisedPricesOf: (conn) => listRaisedPrices(conn, companyId, kept),
      offContractOf: (conn) => quotas.offContract(conn, companyId, kept, now),
      freeTextProducts: [],
    },
    now,
  )
  return plan !== undefined
}
