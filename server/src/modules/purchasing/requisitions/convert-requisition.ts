import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import type { Approvals } from '#modules/approvals'
import type { Checkout } from '#modules/checkout'
import type { Offers } from '#modules/offers'
import type { Address } from '#modules/orders'
import { requestedReferencesOf } from '#modules/orders/line-references'
import type { Tx } from '#platform/db'
import {
  assertState,
  type ChangeDeps,
  lockReadable,
  readRequisition,
} from './change-requisitions.ts'
import { fail } from './failures.ts'
import { listLines, updateLineOrders, updateSourcing } from './line-store.ts'
import { followLines } from './move-requisitions.ts'
import { currencyOfPrices, listPricesToOrder } from './negotiated-prices/prices-to-order.ts'
import type { MoneyText } from './read-input.ts'
import {
  isInOrder,
  isWithBuyers,
  type LineOrder,
  productToOrder,
  type Requisition,
  type RequisitionLine,
} from './requisition.ts'
import { listHistory } from './requisition-store.ts'
import { withConfirmedOffers } from './source-line.ts'

export type ConvertInput = {
  /** The ids of the lines to order. Default: all open lines. */
  readonly lines?: readonly string[] | undefined
  /** Default: the address of the requisition. */
  readonly shipTo?: Address | undefined
  readonly billTo?: Address | undefined
  /** Default: the day on which the requisition is needed. */
  readonly requestedDate?: string | undefined
  readonly poNumber?: string | undefined
  readonly costCenter?: string | undefined
  /** Of each line that names none, as the project. */
  readonly glAccount?: string | undefined
  readonly project?: string | undefined
  readonly note?: string | undefined
  /** Default: that of the negotiated prices, or else that of the company. */
  readonly currency?: string | undefined
  /** The total that the buyer saw and accepted. */
  readonly acceptedTotal?: MoneyText | undefined
}

export type ConvertDeps = ChangeDeps & {
  readonly checkout: Pick<Checkout, 'placeOrder'>
  readonly approvals: Pick<Approvals, 'findOfOrder'>
  readonly offers: Pick<Offers, 'get'>
}

/**
 * Orders the chosen lines on net terms, by the rules of every order, at their negotiated prices or those of the
 * catalogue. The transaction that makes the order also marks the lines and moves the requisition, which it has locked:
 * two converts at once, and a repeat after a crash, order each line once.
 */
export async function convertRequisition(
  deps: ConvertDeps,
  actor: Actor,
  requisitionId: string,
  input: ConvertInput,
): Promise<Requisition> {
  const requisition = await readRequisition(deps.database.pool, actor, requisitionId)
  const chosen = chooseLines(await listLines(deps.database.pool, requisition), input.lines)
  if (chosen === 'ordered') return requisition
  assertState(requisition, isWithBuyers)
  const lines = await withConfirmedOffers(deps, actor, chosen)
  const { neededBy, version } = requisition
  const { requestedDate = neededBy, shipTo = requisition.shipTo } = input
  if (!shipTo) throw fail('address_required')
  const negotiatedPrices = await listPricesToOrder(deps.database.pool, requisition, lines)
  const order = {
    ...input,
    currency: currencyOfPrices(negotiatedPrices, input.currency),
    shipTo,
    requestedDate,
    lines: linesToOrder(lines),
    payment: { method: 'invoice' as const },
    idempotency: undefined,
  }
  const now = deps.now()
  const revises = await findRevised(deps, requisition)
  try {
    await deps.checkout.placeOrder(actor, {
      ...order,
      alongside: {
        requester: {
          id: requisition.requesterId,
          unitId: requisition.unitId,
          revises,
          freeTextProducts: foundProducts(lines),
        },
        negotiatedPrices,
        audited: { requisitionId },
        before: (tx) => lockForOrder(tx, actor, { requisitionId, version, lines: input.lines }),
        after: (tx, placed) => noteOrder(tx, actor, { requisitionId, lines, placed, now }),
      },
    })
  } catch (error) {
    // Another request has ordered these lines.
    if (!(error instanceof Converted)) throw error
  }
  return readRequisition(deps.database.pool, actor, requisitionId)
}

/** What buyers found for lines that say in words what is needed. */
function foundProducts(lines: readonly RequisitionLine[]): readonly string[] {
  return lines.flatMap((line) => (line.productId === undefined ? (productToOrder(line) ?? []) : []))
}

/** Ends a transaction that would make a second order. */
class Converted extends Error {}

/** The approval request of the last order that came back. If it was returned for change, the next order keeps its approvals. */
async function findRevised(
  { database: { pool }, approvals }: ConvertDeps,
  requisition: Requisition,
): Promise<string | undefined> {
  const history = await listHistory(pool, requisition)
  const orderId = history.findLast((entry) => entry.state === 'RETURNED' && entry.orderId)?.orderId
  if (orderId === undefined) return undefined
  return (await approvals.findOfOrder(pool, requisition.companyId, orderId))?.id
}

/** The open lines to order. 'ordered': an order has them all already. */
function chooseLines(
  lines: readonly RequisitionLine[],
  lineIds: readonly string[] | undefined,
): readonly RequisitionLine[] | 'ordered' {
  const missing = lineIds?.find((lineId) => !lines.some(({ id }) => id === lineId))
  if (missing !== undefined) throw fail('line_not_found', { lineId: missing })
  const chosen = lineIds ? lines.filter(({ id }) => lineIds.includes(id)) : lines
  const open = chosen.filter(({ state }) => state === 'OPEN')
  if (open.length === 0 && chosen.some(isInOrder)) return 'ordered'
  if (lineIds && open.length < chosen.length) {
    const taken = chosen.filter(({ state }) => state !== 'OPEN')
    throw fail('lines_not_open', { lineIds: taken.map(({ id }) => id) })
  }
  return open
}

function linesToOrder(lines: readonly RequisitionLine[]) {
  const lineIds = lines.filter((line) => productToOrder(line) === undefined).map(({ id }) => id)
  if (lineIds.length > 0) throw fail('lines_not_orderable', { lineIds })
  return lines.map((line) => {
    const productId = productToOrder(line)
    assert(productId !== undefined)
    return { productId, quantity: line.quantity, ...requestedReferencesOf(line) }
  })
}

async function lockForOrder(
  tx: Tx,
  actor: Actor,
  seen: {
    readonly requisitionId: string
    readonly version: number
    readonly lines: ConvertInput['lines']
  },
): Promise<void> {
  const locked = await lockReadable(tx, actor, seen.requisitionId)
  if (chooseLines(await listLines(tx, locked), seen.lines) === 'ordered') throw new Converted()
  assertState(locked, isWithBuyers)
  if (locked.version !== seen.version) {
    throw fail('version_conflict', { expected: seen.version, current: locked.version })
  }
}

async function noteOrder(
  tx: Tx,
  actor: Actor,
  {
    requisitionId,
    lines,
    placed,
    now,
  }: {
    readonly requisitionId: string
    readonly lines: readonly RequisitionLine[]
    readonly placed: LineOrder & { readonly state: string }
    readonly now: Date
  },
): Promise<void> {
  const locked = await lockReadable(tx, actor, requisitionId)
  const { id, number } = placed
  const state = placed.state === 'PENDING_APPROVAL' ? 'IN_APPROVAL' : 'ORDERED'
  const lineIds = lines.map((line) => line.id)
  await updateLineOrders(tx, locked, lineIds, { state, order: { id, number } })
  for (const { id: lineId, sourcing } of lines) {
    if (sourcing?.offerRequestId) await updateSourcing(tx, locked, lineId, sourcing)
  }
  // The entry of the order in the audit log names the requisition.
  const how = { actor, orderId: id, isAudited: true, now }
  await followLines(tx, locked, { ...how, ifAllCancelled: 'REJECTED' })
}
