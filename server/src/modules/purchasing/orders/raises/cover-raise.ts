import type { Id } from '#kernel/id'
import { decimalOf, type Money, money, priceOfOne } from '#kernel/money'
import type { ApprovalPlan } from '#modules/approvals'
import type { RaiseOptions, Share, Spending } from '#modules/budgets'
import type { Payment } from '#modules/payments'
import type { Tx } from '#platform/db'
import { type ShownDifference, viewDifference } from '../approval/difference-view.ts'
import { differencesBetween } from '../approval/differences.ts'
import { leftOf } from '../approval/left-lines.ts'
import { listNewSuppliers, listRaisedPrices } from '../bought-before-store.ts'
import { fail } from '../failures.ts'
import type { FulfilmentDeps } from '../fulfilment/fulfilment-deps.ts'
import { bookingsOf, shareFromLeft } from '../line-references/index.ts'
import { type Order, type PlacedLine, requesterOf } from '../order.ts'
import { SupplementNeeded } from '../supplements/supplement.ts'
import { markBound } from '../supplements/supplement-store.ts'
import { costOf } from '../supplier/without-cancelled.ts'
import { type AddedLines, costOfAdded } from './added-lines.ts'
import { RaiseNeedsApproval } from './raise-needs-approval.ts'
import { saveContracts } from './raise-store.ts'

export type Raised = {
  readonly added: AddedLines
  /** All lines, with the added ones. */
  readonly lines: readonly PlacedLine[]
  /** What the same step gives up of other lines: only the difference is paid. Default: nothing. */
  readonly given?: Money | undefined
  /** The buyer takes the prices without a decision. Default: somebody has decided. */
  readonly isTolerated?: boolean | undefined
  /** Accepts what a supplier proposes. An approver thereby approves it. */
  readonly acceptedBy?: string | undefined
  /** Default: the order is not paid by card, or nobody can be asked to pay. */
  readonly supplement?: OfferedSupplement | undefined
  /** All lines as they are without the raise. */
  readonly before: readonly PlacedLine[]
  /** Default: the raise is refused if others have to approve it. */
  readonly approval?: RaiseApproval | undefined
}

/** What binds a raise: an approval, a further payment, or both. */
export type RaiseTerms = Pick<Raised, 'approval' | 'supplement'>

/** `ask`: those who have to approve it can be asked. Else the request in which they have approved it. */
export type RaiseApproval = 'ask' | { readonly id: string }

/** The buyer of an order by card pays the difference by itself. Without a payment it has not done so yet. */
export type OfferedSupplement = { readonly paymentId?: string }

/**
 * Participant: takes what added lines need besides their stock: budgets, frame contracts and credit. Throws if the order costs
 * more and the buyer does not have one of them, or if others have to approve it: `RaiseNeedsApproval` if they can be asked.
 */
export async function coverRaise(
  deps: FulfilmentDeps,
  tx: Tx,
  raised: Raised,
  now: Date,
): Promise<void> {
  const { added, lines, given, approval, supplement } = raised
  const { order } = added
  const { companyId, paymentId, total } = order
  const cost = costOfAdded(added.lines, total.currency)
  const amount = money(cost.amountMinor - (given?.amountMinor ?? 0n), total.currency)
  const dearer = dearerThanFollowed(lines, added.lines)
  const isOther = hasSubstitute(lines, added.lines)
  const isLess = amount.amountMinor <= 0n
  const mayExceed = given !== undefined && dearer.length === 0 && (isLess || !isOther)
  const heldAs = typeof approval === 'object' ? approval.id : undefined
  const shares = sharesOf(added)
  const spending = { shares, total: cost }
  const exceeded = await raiseBudgets(deps, tx, order, spending, { mayExceed, heldAs }, now)
  await callOffAdded(deps, tx, added, now)
  if (isLess && dearer.length === 0 && !isOther) return
  const asked = { dearer, exceeded, amount, shares }
  if (isLess) return assertApproved(deps, tx, raised, asked, now)
  if (paymentId === undefined) throw fail('order_without_payment')
  const payment = supplement && (await deps.payments.find(tx, companyId, paymentId))
  if (supplement && payment && isPaidByCard(payment)) {
    await assertApproved(deps, tx, raised, asked, now)
    return paySupplement(deps, tx, order, { ...supplement, amount }, now)
  }
  await deps.payments.raiseHeld(tx, { companyId, paymentId, amount, now })
  await assertApproved(deps, tx, raised, asked, now)
}

function isPaidByCard({ method, state }: Payment): boolean {
  return method === 'card' && (state === 'SUCCEEDED' || state === 'PARTIALLY_REFUNDED')
}

/** Throws if the buyer has not paid exactly the difference. */
async function paySupplement(
  { payments }: FulfilmentDeps,
  tx: Tx,
  { companyId, id: orderId }: Order,
  { paymentId, amount }: OfferedSupplement & { readonly amount: Money },
  now: Date,
): Promise<void> {
  if (paymentId === undefined) throw new SupplementNeeded(amount)
  const isPaid = await payments.attachSupplement(tx, { companyId, paymentId, orderId, amount })
  if (!isPaid) throw new SupplementNeeded(amount)
  await markBound(tx, { companyId, paymentId }, now)
}

type Judged = {
  /** The added lines above the price of the line that they follow. */
  readonly dearer: readonly string[]
  /** The soft budgets that are exceeded. */
  readonly exceeded: readonly { readonly id: string; readonly name: string }[]
}

type Asked = Judged & {
  /** What the order costs more. */
  readonly amount: Money
  /** What is added, by cost centre. */
  readonly shares: readonly Share[]
}

/** Throws if anybody else has to approve, and has not. */
async function assertApproved(
  deps: FulfilmentDeps,
  tx: Tx,
  { added: { order }, lines, before, isTolerated = false, acceptedBy, approval }: Raised,
  judged: Asked,
  now: Date,
): Promise<void> {
  if (typeof approval === 'object') return
  const isExceeded = judged.exceeded.length > 0
  if (isTolerated && !isExceeded && !costsMoreThanPlaced(order, lines)) return
  const plan = await planRaise(deps, tx, order, lines, judged, now)
  if (!plan) return
  const isGiven =
    acceptedBy !== undefined &&
    (await deps.approvals.canGiveAll(tx, order.companyId, plan, acceptedBy))
  if (isGiven) return
  if (approval !== 'ask') throw fail('raise_needs_approval')
  const { amountMinor, currency } = judged.amount
  const added = money(amountMinor > 0n ? amountMinor : 0n, currency)
  throw new RaiseNeedsApproval({
    plan,
    total: costOfLines(order, lines),
    added,
    shares: scaleShares(judged.shares, added),
    differences: differencesOf(order, before, lines),
    version: order.version,
  })
}

/** An exchange adds only the difference: each cost centre bears the same part of it as of the whole. */
function scaleShares(shares: readonly Share[], added: Money): Share[] {
  const weights = shares.map(({ amount }) => amount.amountMinor)
  const parts = shareFromLeft(added.amountMinor, weights)
  return shares.map(({ costCenter }, at) => ({
    costCenter,
    amount: money(parts[at] ?? 0n, added.currency),
  }))
}

/** What the order has with the raise, against what it has without. */
function differencesOf(
  order: Order,
  before: readonly PlacedLine[],
  lines: readonly PlacedLine[],
): ShownDifference[] {
  const { amountMinor, currency } = order.total
  const addedMinor = costOfAdded(lines.slice(before.length), currency).amountMinor
  const placed = { ...order, total: money(amountMinor - addedMinor, currency) }
  return differencesBetween(leftIn(placed, before), leftIn(order, lines)).map(viewDifference)
}

/** What the order delivers and costs. */
function leftIn(order: Order, lines: readonly PlacedLine[]) {
  const left = lines.map((line) => ({ ...line, quantity: line.quantity - line.progress.cancelled }))
  return {
    order: { ...order, total: costOfLines(order, lines) },
    lines: left.filter(({ quantity }) => quantity > 0n),
  }
}

/** Whether the order costs more than when it was placed. Nobody has approved more than that. */
function costsMoreThanPlaced(order: Order, lines: readonly PlacedLine[]): boolean {
  const added = lines.filter(({ progress }) => progress.followsLine !== undefined)
  const { amountMinor, currency } = order.total
  const placedMinor = amountMinor - costOfAdded(added, currency).amountMinor
  return costOfLines(order, lines).amountMinor > placedMinor
}

/** Returns the soft budgets that are exceeded, so that people must approve. */
async function raiseBudgets(
  { budgets }: FulfilmentDeps,
  tx: Tx,
  order: Order,
  spending: Pick<Spending, 'shares' | 'total'>,
  options: RaiseOptions,
  now: Date,
): Promise<Judged['exceeded']> {
  const { companyId, checkoutId, unitId } = order
  if (checkoutId === undefined) return []
  const spender = { companyId, id: requesterOf(order) }
  return budgets.raise(tx, spender, { checkoutId, unitId, ...spending }, options, now)
}

/** What the added lines cost each cost centre. */
function sharesOf({ order: { costCenter }, lines }: AddedLines): Share[] {
  return lines.flatMap((line) =>
    bookingsOf(line, line.progress.total).map((one) => ({
      costCenter: one.costCenter ?? costCenter,
      amount: one.amount,
    })),
  )
}

async function callOffAdded(
  { quotas }: FulfilmentDeps,
  tx: Tx,
  { order, lines }: AddedLines,
  now: Date,
): Promise<void> {
  const { companyId, checkoutId, contracts: before = [] } = order
  if (checkoutId === undefined) return
  const covered = lines.map(({ productId, supplierCompanyId, quantity, unit, progress }) => ({
    lineNumber: progress.lineNumber,
    productId,
    supplierCompanyId,
    quantity,
    unit,
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

/** The approvals that the whole order needs as it is with the added lines, as if it were placed now. */
async function planRaise(
  deps: FulfilmentDeps,
  tx: Tx,
  order: Order,
  lines: readonly PlacedLine[],
  { dearer, exceeded }: Judged,
  now: Date,
): Promise<ApprovalPlan | undefined> {
  const { companyId, unitId, placedBy } = order
  const { approvals, products, quotas } = deps
  const left = leftOf(order, lines)
  const kept = lines.filter(({ productId }) => left.productIds.has(productId))
  return approvals.plan(
    tx,
    { companyId: companyId as Id<'co'>, id: placedBy },
    {
      orderedBy: requesterOf(order),
      unitId,
      total: costOfLines(order, lines),
      costCenters: [...left.costCenters],
      glAccounts: [...left.glAccounts],
      projects: [...left.projects],
      shares: left.shares,
      alsoAsk: exceeded,
      supplierIds: [...left.supplierIds],
      categoriesOf: (conn) => products.categoriesOf(conn, [...left.productIds]),
      newSuppliersOf: (conn) => listNewSuppliers(conn, companyId, kept),
      raisedPricesOf: async (conn) => {
        const raised = await listRaisedPrices(conn, companyId, kept)
        return new Set([...raised, ...dearer])
      },
      offContractOf: (conn) => quotas.offContract(conn, companyId, kept, now),
      freeTextProducts: [],
    },
    now,
  )
}

/** The added lines above the price of the same product in the line that they follow, as `product price`. */
function dearerThanFollowed(lines: readonly PlacedLine[], added: readonly PlacedLine[]): string[] {
  return added.flatMap((line) => {
    const { productId, unitPrice } = line
    const followed = followedBy(line, lines)
    const isDearer =
      followed?.productId === productId &&
      priceOfOne(unitPrice).amount.gt(priceOfOne(followed.unitPrice).amount)
    return isDearer ? [`${productId} ${decimalOf(unitPrice)}`] : []
  })
}

/** Whether an added line has another product than the one that it follows. The rules judge that product, whatever it costs. */
function hasSubstitute(lines: readonly PlacedLine[], added: readonly PlacedLine[]): boolean {
  return added.some((line) => followedBy(line, lines)?.productId !== line.productId)
}

function followedBy({ progress }: PlacedLine, lines: readonly PlacedLine[]) {
  return lines.find((line) => line.progress.lineNumber === progress.followsLine)
}

function costOfLines(order: Order, lines: readonly PlacedLine[]): Money {
  return costOf(
    order,
    lines.map(({ progress }) => progress),
  )
}
