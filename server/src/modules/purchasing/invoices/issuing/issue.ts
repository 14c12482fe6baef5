import { newId } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import { type Money, money } from '#kernel/money'
import { after, daysMs, utcDay } from '#kernel/time'
import type { Fx } from '#modules/fx'
import type { Company } from '#modules/identity'
import {
  deliveryOf,
  type Moved,
  movedBy,
  type OrderDocument,
  purchaseOrderNumberOf,
} from '#modules/orders'
import type { SharedReferences } from '#modules/orders/line-references'
import type { Payment, Payments } from '#modules/payments'
import type { ShippingCost } from '#modules/totals'
import { type Conn, oneAfterTheOther, type Tx } from '#platform/db'
import { emit } from '#platform/outbox'
import { dayIn } from '#platform/working-time'
import { chargeReasonOf } from '../charge-of.ts'
import { withCompanyDetails } from '../company-details/with-details.ts'
import { InvoiceIssued, issuedData } from '../events.ts'
import {
  type Invoice,
  type InvoiceCharge,
  type InvoiceContent,
  type InvoiceKind,
  type InvoiceLine,
  missingOf,
} from '../invoice.ts'
import {
  countPieces,
  insertInvoice,
  listOfOrder,
  nextNumber,
  noteStep,
  type Pieces,
  type PiecesSoFar,
  piecesSoFar,
} from '../store.ts'
import { accountTax, accountTaxAs, invoiceOf } from './account-tax.ts'
import { type Portion, reduceNetAndTax, sumsOf, withReferences } from './compose.ts'
import {
  type LeftOfSupplier,
  leftOfLines,
  leftToCredit,
  limitToInvoiced,
  limitToLines,
} from './left-to-credit.ts'
import { buyerOf, placeOf, sellerOf } from './parties.ts'
import { isBehindWaiting, unwaive } from './waive-store.ts'
import { withinRule } from './within-rule.ts'

export type IssueDeps = {
  readonly findOrder: (
    conn: Conn,
    companyId: string,
    orderId: string,
  ) => Promise<OrderDocument | undefined>
  readonly companyOf: (conn: Conn, companyId: string) => Promise<Company>
  readonly findPayment: (
    conn: Conn,
    companyId: string,
    paymentId: string,
  ) => Promise<Payment | undefined>
  readonly rates: Pick<Fx, 'rateAsOf'>
  /** On net terms an issued document changes the debt on its own day. */
  readonly debts: Pick<Payments, 'noteInvoice' | 'noteCreditNote'>
}

/** A step of an order, as its event describes it. */
export type OrderStep = {
  readonly companyId: string
  readonly orderId: string
  readonly orderVersion: number
  readonly lines: readonly StepLine[]
  readonly happenedAt: Date
}

/** Pieces, the reduction of their price, and for a return the tax that the order credits, before the reduction. */
export type StepLine = Pieces & {
  readonly reduction?: Money | undefined
  readonly tax?: Money | undefined
}

/** What was taken off the costs that the first shipment carries. */
export type CostReductions = {
  readonly shippingCostReduction?: Money | undefined
  readonly feeReduction?: Money | undefined
}

/** A shipment has left: writes its supplier's invoice. The same step again changes nothing. */
export async function invoiceShipment(
  deps: IssueDeps,
  tx: Tx,
  step: OrderStep & CostReductions & { readonly shipmentId: string; readonly supplierId: string },
): Promise<void> {
  const { companyId, orderId, shipmentId, supplierId } = step
  const found = await beginStep(deps, tx, step)
  if (!found) return
  const { portions, costs } = await portionsOf(tx, found, step, 'SHIPPED')
  const { locale } = await deps.companyOf(tx, companyId)
  await unwaive(tx, companyId, { orderId, supplierId, since: step.happenedAt })
  for (const [delivery, parts] of byDelivery(portions)) {
    const { document, lines } = withReferences(found.order, parts)
    const charges = costs.map((cost) => chargeOf(cost, locale, step))
    await writeInvoice(deps, tx, found, step, {
      kind: 'INVOICE',
      sourceId: shipmentId,
      supplierId,
      delivery,
      document,
      lines: withinRule(lines, charges),
      charges,
      precedes: [],
    })
  }
}

/** A return was accepted: writes a credit note for what came back, one for each address that it had gone to. */
export async function creditReturn(
  deps: IssueDeps,
  tx: Tx,
  step: OrderStep & { readonly returnId: string },
): Promise<void> {
  const { companyId, orderId, returnId } = step
  const found = await beginStep(deps, tx, step)
  if (!found) return
  const { portions } = await portionsOf(tx, found, step, 'RETURNED')
  const supplierId = portions[0]?.line.supplierCompanyId
  if (supplierId === undefined) return
  const earlier = await listToCredit(tx, companyId, orderId)
  const left = leftOf(earlier, supplierId)
  for (const [delivery, parts] of byDelivery(portions)) {
    const { document, lines } = withReferences(found.order, parts)
    await writeInvoice(deps, tx, found, step, {
      kind: 'CREDIT_NOTE',
      sourceId: returnId,
      supplierId,
      delivery,
      document,
      lines: withinRule(limitToInvoiced(limitToLines(lines, left), left), [], left),
      charges: [],
      ...correctedInvoicesOf(earlier, supplierId, delivery, parts[0]),
    })
  }
}

/**
 * The documents of an order, for a credit note. Two subscriptions write credit notes, and what one takes back must not
 * be left for the other.
 */
export async function listToCredit(tx: Tx, companyId: string, orderId: string): Promise<Invoice[]> {
  await oneAfterTheOther(tx, 'invoices.credit_notes')
  return listOfOrder(tx, companyId, orderId)
}

/** What the documents of an order leave for a supplier's credit note. */
export function leftOf(earlier: readonly Invoice[], supplierId: string): LeftOfSupplier {
  const own = earlier.filter(
    ({ supplierCompanyId, state }) => supplierCompanyId === supplierId && state !== 'WAIVED',
  )
  return { byTax: leftToCredit(own), byLine: leftOfLines(own) }
}

/**
 * The invoices that a credit note takes back. It names them by their numbers, so it waits (`precedes` is undefined)
 * while one of them waits for its number, or while there is none. `corrected` is the invoice that contains its first
 * piece; a reduction, which has no pieces, takes the first of all.
 */
export function correctedInvoicesOf(
  earlier: readonly Invoice[],
  supplierId: string,
  delivery: number,
  first?: Portion,
): Pick<Draft, 'precedes' | 'corrected'> {
  const own = earlier.filter((one) => isAbout(one, supplierId, delivery))
  const corrected = (first && invoiceOf(first, own)) ?? own[0]
  if (own.length === 0 || own.some(({ state }) => state === 'WAITING'))
    return { precedes: undefined, corrected }
  const named = own.flatMap(({ number, issuedOn }) =>
    number && issuedOn ? [{ number, issuedOn }] : [],
  )
  return { precedes: named, corrected }
}

/** Goods are taxed by their destination, and a document names one destination. */
function byDelivery(portions: readonly Portion[]): Map<number, Portion[]> {
  return Map.groupBy(portions, ({ line }) => line.delivery ?? 1)
}

/** An invoice without a delivery is older than split deliveries: it is about everything that the supplier delivers. */
export function isAbout(earlier: Invoice, supplierId: string, delivery: number): boolean {
  if (earlier.kind !== 'INVOICE' || earlier.supplierCompanyId !== supplierId) return false
  return earlier.delivery === undefined || earlier.delivery === delivery
}

/** Undefined for a step that was read before, and for orders older than taxes, which cannot be invoiced. */
export async function beginStep(
  { findOrder }: IssueDeps,
  tx: Tx,
  { companyId, orderId, orderVersion }: OrderStep,
): Promise<OrderDocument | undefined> {
  if (!(await noteStep(tx, companyId, orderId, orderVersion))) return undefined
  const found = await findOrder(tx, companyId, orderId)
  return found?.order.amounts ? found : undefined
}

type Portions = {
  readonly portions: readonly Portion[]
  readonly costs: readonly ShippingCost[]
}

/**
 * The pieces of a step, with net amount and tax. The event of a return says its tax. Older events do not: then
 * it follows the running sum. Shipped pieces are counted from the end of a line, because cancelled
 * pieces come off its beginning. The pieces that were shipped last come back first.
 */
async function portionsOf(
  tx: Tx,
  found: OrderDocument,
  { companyId, orderId, lines: step }: OrderStep,
  movement: 'SHIPPED' | 'RETURNED',
): Promise<Portions> {
  const before = await piecesSoFar(tx, companyId, orderId)
  const column = movement === 'SHIPPED' ? 'invoiced_quantity' : 'returned_quantity'
  await countPieces(tx, companyId, orderId, column, step)
  const { currency } = found.order.total
  const progress = found.lines.map((line) => progressAt(line, before))
  const moved = [...movedBy(found.order, progress, step, movement).values()].flat()
  const byNumber = new Map(step.map((line) => [line.lineNumber, line]))
  const portions = moved.flatMap((part) => {
    if (!('line' in part) || part.pieces === 0n) return []
    const { lineNumber, quantity, shipped, creditedQuantity } = part.line
    const line = found.lines.find((one) => one.progress.lineNumber === lineNumber)
    if (!line?.tax || !line.discount) return []
    const to = quantity - (movement === 'SHIPPED' ? shipped : creditedQuantity)
    const { reduction, tax } = byNumber.get(lineNumber) ?? {}
    const place = { lineNumber, from: to - part.pieces, to }
    const taxed = { ...line, tax: line.tax, discount: line.discount }
    const amounts = amountsOf(part, currency)
    return [{ line: taxed, ...place, ...amounts, tax: tax ?? amounts.tax, reduction }]
  })
  const costs = moved.flatMap((part): ShippingCost[] => {
    if ('line' in part || part.net === 0n) return []
    const { shippingCost: cost } = part
    const { net, tax } = amountsOf(part, currency)
    return [{ ...cost, amount: net, tax: { ...cost.tax, amount: tax } }]
  })
  const numbers = step.map(({ lineNumber }) => lineNumber)
  const place = ({ lineNumber }: Portion) => numbers.indexOf(lineNumber)
  return { portions: portions.sort((one, other) => place(one) - place(other)), costs }
}

/** How many pieces of a line the documents include. Cancelled pieces never get a document. */
function progressAt(
  { progress }: OrderDocument['lines'][number],
  before: ReadonlyMap<number, PiecesSoFar>,
): OrderDocument['lines'][number]['progress'] {
  const { invoiced = 0n, returned = 0n } = before.get(progress.lineNumber) ?? {}
  return { ...progress, cancelled: 0n, shipped: invoiced, creditedQuantity: returned }
}

function amountsOf({ net, tax }: Moved, currency: string) {
  return { net: money(net, currency), tax: money(tax, currency) }
}

function chargeOf(
  cost: ShippingCost,
  locale: Locale | undefined,
  { shippingCostReduction, feeReduction }: CostReductions,
): InvoiceCharge {
  const reduction = cost.kind === 'BELOW_MINIMUM' ? feeReduction : shippingCostReduction
  const { net, tax } = reduceNetAndTax({ net: cost.amount, tax: cost.tax.amount }, reduction)
  return { ...chargeReasonOf(cost, locale), amount: net, tax: { ...cost.tax, amount: tax } }
}

type Draft = {
  readonly kind: InvoiceKind
  readonly sourceId: string
  readonly supplierId: string
  readonly delivery: number
  readonly document: SharedReferences
  readonly lines: readonly InvoiceLine[]
  readonly charges: readonly InvoiceCharge[]
  /** Undefined while one of them has no number yet. */
  readonly precedes: InvoiceContent['precedes'] | undefined
  /** For a credit note: the invoice that gives it its exchange rate. */
  readonly corrected?: Invoice | undefined
}

export async function writeInvoice(
  deps: IssueDeps,
  tx: Tx,
  { order }: OrderDocument,
  { companyId, happenedAt: now }: OrderStep,
  { kind, sourceId, supplierId, delivery, document, lines, charges, precedes, corrected }: Draft,
): Promise<void> {
  if (lines.length === 0) return
  const { net, tax, total, breakdown } = sumsOf(lines, charges, order.total.currency)
  // All of the price had been taken off and credited already.
  if (kind === 'CREDIT_NOTE' && total.amountMinor === 0n) return
  const seller = await deps.companyOf(tx, supplierId)
  const buyer = await deps.companyOf(tx, companyId)
  const payment = order.paymentId && (await deps.findPayment(tx, companyId, order.paymentId))
  const isOnTerms = payment ? payment.method === 'invoice' : false
  const invoice: Invoice = {
    id: newId('inv', now),
    companyId,
    supplierCompanyId: supplierId,
    orderId: order.id,
    orderedBy: order.placedBy,
    unitId: order.unitId,
    kind,
    sourceId,
    delivery,
    state: 'WAITING',
    number: undefined,
    issuedOn: undefined,
    dueOn: kind === 'INVOICE' && payment ? payment.dueOn : undefined,
    net,
    tax,
    total,
    content: {
      seller: sellerOf(seller, order),
      buyer: buyerOf(buyer, order),
      language: buyer.locale,
      shipTo: placeOf(deliveryOf(order, { delivery }).shipTo, companyId),
      orderId: order.id,
      orderNumber: purchaseOrderNumberOf(order, supplierId),
      orderedOn: dayIn(buyer.timeZone, order.placedAt),
      ...document,
      suppliedOn: dayIn(seller.timeZone, now),
      precedes: precedes ?? [],
      lines,
      charges,
      breakdown,
      taxAccounting:
        kind === 'INVOICE'
          ? await accountTax(deps.rates, tx, tax, [...lines, ...charges], now)
          : corrected && accountTaxAs(corrected, tax),
      prepaid: kind === 'INVOICE' && !isOnTerms ? total : zeroOf(total),
      paymentMethod: isOnTerms ? 'invoice' : 'card',
      netDays: kind === 'INVOICE' && payment ? payment.netDays : undefined,
    },
    createdAt: now,
    issuedAt: undefined,
  }
  const detailed = await withCompanyDetails(tx, invoice)
  const isComplete =
    precedes !== undefined &&
    missingOf(detailed.content).length === 0 &&
    !(await isBehindWaiting(tx, detailed))
  const written = isComplete ? await issueInvoice(tx, detailed, seller, now) : detailed
  await insertInvoice(tx, written)
  if (isComplete) await emitInvoiceIssued(tx, written, now)
}

/** Issues it: it gets its number and its days in the time zone of the supplier, and keeps them. */
export async function issueInvoice(
  tx: Tx,
  invoice: Invoice,
  { timeZone }: Pick<Company, 'timeZone'>,
  now: Date,
): Promise<Invoice> {
  const issuedOn = dayIn(timeZone, now)
  const dueOn = dueDayOf(invoice, issuedOn)
  const number = await nextNumber(tx, invoice.supplierCompanyId, invoice.kind, issuedOn)
  return { ...invoice, state: 'ISSUED', number, issuedOn, dueOn, issuedAt: now }
}

/**
 * The net days after the day of issue. An older order keeps its promised day, but nothing is due before it is issued.
 */
function dueDayOf({ content: { netDays }, dueOn }: Invoice, issuedOn: string): string | undefined {
  if (netDays !== undefined) return utcDay(after(new Date(issuedOn), daysMs(netDays)))
  return dueOn !== undefined && dueOn < issuedOn ? issuedOn : dueOn
}

export async function emitInvoiceIssued(tx: Tx, invoice: Invoice, now: Date): Promise<void> {
  await emit(tx, InvoiceIssued, {
    companyId: invoice.companyId as `co_${string}`,
    entityId: invoice.id,
    entityVersion: 1,
    data: issuedData(invoice),
    occurredAt: now,
  })
}

function zeroOf({ currency }: Money): Money {
  return money(0n, currency)
}
