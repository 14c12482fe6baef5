import { type Actor, ownerIdOf } from '#kernel/actor'
import { decimalOf, isCurrency, isPrice, lineTotal, type UnitPrice, unitPrice } from '#kernel/money'
import { oneUnit } from '#kernel/quantity'
import type { Offers } from '#modules/offers'
import { lineKeyOf } from '#modules/orders/line-references'
import { recordAudit } from '#platform/audit'
import type { Conn } from '#platform/db'
import { provePrice } from './attachments/use-attachments.ts'
import { assertState, type ChangeDeps, lockBought, readRequisition } from './change-requisitions.ts'
import { fail } from './failures.ts'
import { listLines, updateSourcing } from './line-store.ts'
import { moveRequisition } from './move-requisitions.ts'
import { amountMax, type MoneyText, trim } from './read-input.ts'
import {
  isWithBuyers,
  productToOrder,
  type Requisition,
  type RequisitionLine,
  type Sourcing,
} from './requisition.ts'
import { updateRequisition } from './requisition-store.ts'

export type SourcingInput = {
  readonly productId?: string | undefined
  readonly supplierId?: string | undefined
  /** The negotiated price of one unit. */
  readonly price?: MoneyText | undefined
  /** With a price: who agreed, when and how. */
  readonly note?: string | undefined
  /** Files that prove the negotiated price: at least one. */
  readonly attachmentIds?: readonly string[] | undefined
  /** A request for an external offer, which decides on product, supplier and price. */
  readonly offerRequestId?: string | undefined
}

export type SourceDeps = ChangeDeps & {
  readonly offers: Pick<Offers, 'get'>
  readonly isSupplier: (conn: Conn, companyId: string) => Promise<boolean>
}

/** A buyer says what to order for a line in words. A second sourcing replaces the first. */
export async function sourceLine(
  deps: SourceDeps,
  actor: Actor,
  requisitionId: string,
  lineId: string,
  input: SourcingInput,
): Promise<Requisition> {
  const now = deps.now()
  const { attachmentIds = [] } = input
  const requisition = await readRequisition(deps.database.pool, actor, requisitionId)
  const found = await readSourcing(deps, actor, requisition, input)
  const sourcing = { ...found, by: ownerIdOf(actor), at: now }
  return deps.database.transaction(async (tx) => {
    const locked = await lockBought(tx, actor, requisitionId)
    assertState(locked, isWithBuyers)
    assertSourceable(await listLines(tx, locked), lineId, sourcing)
    await updateSourcing(tx, locked, lineId, sourcing)
    await provePrice(tx, actor, locked, lineId, { attachmentIds, now })
    auditSourcing(tx, actor, locked, lineId, sourcing, attachmentIds)
    if (locked.state === 'SUBMITTED') {
      return moveRequisition(tx, locked, { to: 'IN_SOURCING', actor, isAudited: true, now })
    }
    const changed = { ...locked, version: locked.version + 1, changedAt: now }
    await updateRequisition(tx, changed)
    return changed
  })
}

function assertSourceable(
  lines: readonly RequisitionLine[],
  lineId: string,
  { productId, price }: Sourcing,
): void {
  const line = lines.find(({ id }) => id === lineId)
  if (!line) throw fail('line_not_found', { lineId })
  if (line.state !== 'OPEN') throw fail('lines_not_open', { lineIds: [lineId] })
  if (line.productId !== undefined) throw fail('line_has_product', { lineId })
  if (price && lineTotal(price, line.quantity).amountMinor > amountMax) {
    throw fail('amount_invalid', { amount: decimalOf(price), currency: price.currency })
  }
  if (productId === undefined) return
  const others = lines.filter(({ id, state }) => id !== lineId && state === 'OPEN')
  const isEqual = (other: RequisitionLine) =>
    productToOrder(other) === productId && lineKeyOf(other) === lineKeyOf(line)
  if (others.some(isEqual)) {
    throw fail('product_repeated', { productId })
  }
}

/** An offer that is not confirmed yet is ordered as soon as it is. */
async function readOffer(
  { offers }: Pick<SourceDeps, 'offers'>,
  actor: Actor,
  offerRequestId: string,
): Promise<Pick<Sourcing, 'productId' | 'supplierId'>> {
  const request = await offers.get(actor, offerRequestId)
  const isOpen = request.state === 'REQUESTED' || request.state === 'CONFIRMED'
  if (request.companyId !== actor.companyId || !isOpen) {
    throw fail('offer_not_open', { offerRequestId })
  }
  return { productId: request.orderable?.productId, supplierId: request.supplierCompanyId }
}

/** Names the products of the offers that were confirmed since the lines were sourced. */
export async function withConfirmedOffers(
  deps: Pick<SourceDeps, 'offers'>,
  actor: Actor,
  lines: readonly RequisitionLine[],
): Promise<RequisitionLine[]> {
  const named: RequisitionLine[] = []
  for (const line of lines) {
    const { sourcing } = line
    const isNamed = !sourcing?.offerRequestId || sourcing.productId !== undefined
    named.push(
      isNamed
        ? line
        : {
            ...line,
            sourcing: { ...sourcing, ...(await readOffer(deps, actor, sourcing.offerRequestId)) },
          },
    )
  }
  return named
}

async function readSourcing(
  deps: SourceDeps,
  actor: Actor,
  requisition: Requisition,
  input: SourcingInput,
): Promise<Omit<Sourcing, 'by' | 'at'>> {
  const { database, quoter, isSupplier } = deps
  const { productId, supplierId, price, note, attachmentIds = [], offerRequestId } = input
  const text = trim(note)
  const isProven = text !== undefined && attachmentIds.length > 0
  if (price ? !isProven : attachmentIds.length > 0) throw fail('sourcing_incomplete')
  const agreed = price && readPrice(price)
  if (offerRequestId !== undefined) {
    const isAlone = [productId, supplierId, price].every((value) => value === undefined)
    if (!isAlone) throw fail('sourcing_incomplete')
    const offered = await readOffer(deps, actor, offerRequestId)
    return { ...offered, offerRequestId, price: undefined, note: text }
  }
  if (productId === undefined) {
    if (!agreed || supplierId === undefined) throw fail('sourcing_incomplete')
    if (!(await isSupplier(database.pool, supplierId)))
      throw fail('supplier_unknown', { supplierId })
    return { productId, offerRequestId, supplierId, price: agreed, note: text }
  }
  const items = [{ productId, quantity: oneUnit }]
  const quote = (await quoter.quote(database.pool, requisition, items)).get(productId)
  if (!quote) throw fail('product_not_found', { productId })
  const seller = quote.product.supplier.id
  if (supplierId !== undefined && supplierId !== seller)
    throw fail('supplier_unknown', { supplierId })
  return { productId, offerRequestId, supplierId: seller, price: agreed, note: text }
}

function readPrice({ amount, currency }: MoneyText): UnitPrice {
  const price = isCurrency(currency) ? unitPrice(amount, currency) : undefined
  if (!price || !isPrice(price)) throw fail('amount_invalid', { amount, currency })
  return price
}

function auditSourcing(
  tx: Parameters<typeof recordAudit>[0],
  actor: Actor,
  { companyId, id }: Requisition,
  lineId: string,
  { productId, offerRequestId, supplierId, price, at }: Sourcing,
  attachmentIds: readonly string[],
): void {
  recordAudit(tx, {
    companyId,
    actor,
    action: 'requisitions.line_sourced',
    target: { type: 'requisition', id },
    outcome: 'done',
    details: {
      lineId,
      ...(productId !== undefined && { productId }),
      ...(offerRequestId !== undefined && { offerRequestId }),
      ...(supplierId !== undefined && { supplierId }),
      ...(price && { amount: decimalOf(price), currency: price.currency }),
      ...(attachmentIds.length > 0 && { attachmentIds }),
    },
    now: at,
  })
}
