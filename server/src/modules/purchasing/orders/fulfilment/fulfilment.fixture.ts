import type { Actor } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { lineTotal, type Money, money, sumOf, unitPrice } from '#kernel/money'
import { quantityOf } from '#kernel/quantity'
import { getWorkingTime } from '#modules/calendar'
import { isCompanyOpen } from '#modules/identity'
import { createIncidents } from '#modules/incidents'
import { createPayments, type Payments } from '#modules/payments'
import type { Amounts } from '#modules/totals'
import type { Database } from '#platform/db'
import { createMetrics, type Metrics } from '#platform/telemetry'
import { anApprovals, someBudgets, someQuotas } from '#testing/approvals'
import { type AProduct, aCatalog, aProduct, type Catalog } from '#testing/catalog'
import { anFx } from '#testing/fx'
import { aCompany, aPerson } from '#testing/identity'
import { theTaxes } from '#testing/totals'
import { createFulfilment, createOrders, type Fulfilment, type FulfilmentDeps } from '../index.ts'
import type { OrderLine } from '../order.ts'
import { findOrder } from '../order-store.ts'

export const start = new Date('2026-01-02T03:04:05Z')

export type FulfilmentWorld = {
  readonly database: Database
  readonly catalog: Catalog
  readonly payments: Payments
  readonly deps: FulfilmentDeps
  readonly fulfilment: Fulfilment
  readonly metrics: Metrics
  readonly clock: { now: Date }
}

export function aFulfilmentWorld(database: Database): FulfilmentWorld {
  const clock = { now: start }
  const now = () => clock.now
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const catalog = aCatalog({
    database,
    fx: anFx(database),
    now,
    currencyOf: async () => 'EUR',
  })
  const payments = createPayments({ database, providers: [], now, log })
  const metrics = createMetrics()
  const deps = {
    database,
    products: catalog,
    payments,
    approvals: anApprovals(database, now),
    budgets: someBudgets(database, now),
    quotas: someQuotas(database, now),
    taxes: theTaxes(database),
    isCompanyOpen,
    isHoldPending: async () => false,
    workingTimeOf: getWorkingTime,
    now,
    log,
    metrics,
    closeAfterDays: 30,
    unconfirmedHours: 24,
    unshippedDays: 14,
    refusalsMax: 3,
    incidents: createIncidents({ database, now, transports: [] }),
  }
  const fulfilment = createFulfilment(deps)
  return { database, catalog, payments, deps, fulfilment, metrics, clock }
}

export type PlacedOrder = {
  readonly id: Id<'ord'>
  readonly paymentId: Id<'pay'>
  readonly buyer: Actor
  readonly suppliers: readonly Actor[]
  readonly products: readonly AProduct[]
}

/** The charges of an order: the tax of each line, and its shipping cost with tax. */
type Charges = { readonly taxMinor: bigint; readonly shippingMinor: bigint }

type Wish = {
  readonly quantity: number
  readonly unit?: string
  readonly unitPrice?: string
  readonly supplier?: number
  /** True: no stock covers the line, and its supplier takes it all the same. */
  readonly isBackordered?: boolean
}

/** An order on net terms, as a checkout leaves it: its stock is committed and its payment promised. */
export async function aPlacedOrder(
  { database, catalog, payments }: FulfilmentWorld,
  wishes: readonly Wish[] = [{ quantity: 4 }],
  charges?: Charges,
): Promise<PlacedOrder> {
  const buyer = await aBuyer(database)
  const suppliers = [await aBuyer(database), await aBuyer(database)]
  const products: AProduct[] = []
  const lines: OrderLine[] = []
  for (const { unitPrice: price = '2.50', supplier = 0, isBackordered, ...wish } of wishes) {
    const supplierCompanyId = suppliers[supplier]?.companyId as Id<'co'>
    const goods = { supplierCompanyId, unitPrice: price }
    const backorder = { leadTimeDays: 5, maxQuantity: undefined }
    const stock = isBackordered ? { onHand: 0, backorder } : { onHand: 100 }
    const product = await aProduct(database, { ...goods, ...stock })
    products.push(product)
    const line = withTax(aLine(product, wish, price), charges)
    lines.push(isBackordered ? { ...line, backorder: { promisedDate: '2026-01-09' } } : line)
  }
  const id = newId('ord', start)
  const paymentId = newId('pay', start)
  const { companyId } = buyer
  const goods = lines.filter(({ backorder }) => !backorder)
  const waiting = lines.filter(({ backorder }) => backorder)
  await database.transaction(async (tx) => {
    const limit = money(1_000_000n, 'EUR')
    await payments.putCreditAccount(tx, { companyId, limit, netDays: 30 }, start)
    await catalog.reserve(tx, goods)
    await catalog.commitReserved(tx, goods)
    await catalog.backorder(tx, waiting)
    const draft = draftOf(buyer, id, paymentId, lines, charges)
    const amount = draft.amounts?.total ?? goodsOf(lines)
    const payer = { companyId, payerId: buyer.id, checkoutId: null }
    const opening = { id: paymentId, ...payer, orderId: id, amount }
    await payments.open(tx, { ...opening, method: 'invoice', now: start })
    await createOrders({ database }).record(tx, draft, start)
  })
  return { id, paymentId, buyer, suppliers, products }
}

/** The order as it is now, with its lines, its timeline and its credits. */
export async function readOrder({ database }: FulfilmentWorld, { id, buyer }: PlacedOrder) {
  const document = await findOrder(database.pool, buyer.companyId, id)
  if (!document) throw new Error('the order is gone')
  return document
}

/** From now on each order of the buyer needs an approver. Returns one. */
export async function askForApproval(
  { database, deps }: FulfilmentWorld,
  { buyer: { companyId } }: PlacedOrder,
  mode: 'ANY' | 'ALL' = 'ANY',
): Promise<Actor> {
  const admin = await aPerson(database, { companyId, role: 'company_admin' })
  const approver = await aPerson(database, { companyId, role: 'approver' })
  await anApprovals(database, deps.now).rules.add(admin.actor, {
    name: 'Everything',
    conditions: {},
    steps: [{ mode, role: 'approver' }],
  })
  return approver.actor
}

export async function usedCredit({ payments }: FulfilmentWorld, companyId: Id<'co'>) {
  return (await payments.creditAccount(companyId, 'EUR'))?.used.amountMinor
}

async function aBuyer(database: Database): Promise<Actor> {
  const companyId = await aCompany(database)
  return (await aPerson(database, { companyId })).actor
}

function aLine(
  product: AProduct,
  { quantity: wanted, unit = 'C62' }: Wish,
  price: string,
): OrderLine {
  const quantity = quantityOf(wanted)
  const each = unitPrice(price, 'EUR')
  return {
    productId: product.id,
    supplierCompanyId: product.supplierCompanyId,
    sku: product.sku,
    mpn: product.mpn,
    name: product.name,
    brand: 'Boltworks',
    quantity,
    unitPrice: each,
    unit,
    total: lineTotal(each, quantity),
    conversion: undefined,
    discount: undefined,
    tax: undefined,
  }
}

function withTax(line: OrderLine, charges: Charges | undefined): OrderLine {
  if (!charges) return line
  const amount = money(charges.taxMinor, 'EUR')
  const tax = { category: 'S', rate: '19', amount, reasonCode: undefined } as const
  return { ...line, discount: money(0n, 'EUR'), tax }
}

function goodsOf(lines: readonly OrderLine[]): Money {
  return sumOf(
    lines.map(({ total }) => total),
    'EUR',
  )
}

function amountsOf(lines: readonly OrderLine[], { taxMinor, shippingMinor }: Charges): Amounts {
  const goods = goodsOf(lines)
  const tax = money(taxMinor * BigInt(lines.length), 'EUR')
  const total = goods.amountMinor + shippingMinor + tax.amountMinor
  return {
    goods,
    discount: money(0n, 'EUR'),
    shipping: money(shippingMinor, 'EUR'),
    tax,
    total: money(total, 'EUR'),
    breakdown: [],
  }
}

function draftOf(
  buyer: Actor,
  id: Id<'ord'>,
  paymentId: string,
  lines: readonly OrderLine[],
  charges: Charges | undefined,
) {
  return {
    amounts: charges && amountsOf(lines, charges),
    id,
    companyId: buyer.companyId,
    checkoutId: undefined,
    paymentId,
    placedBy: buyer.id,
    paymentState: 'UNPAID' as const,
    currency: 'EUR',
    poNumber: 'PO-1',
    costCenter: undefined,
    note: undefined,
    shipTo: {
      name: 'Bea Buyer',
      line1: 'Hafenstr. 7',
      city: 'Hamburg',
      postalCode: '20457',
      country: 'DE',
    },
    billTo: undefined,
    lines,
  }
}
