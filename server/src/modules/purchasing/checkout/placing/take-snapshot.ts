import assert from 'node:assert/strict'
import type { Actor } from '#kernel/actor'
import { listSeenAddresses } from '#modules/addresses'
import type { Party } from '#modules/identity'
import type { OrderParties, OrderParty } from '#modules/orders'
import type { Tx } from '#platform/db'
import { dayIn } from '#platform/working-time'
import type { Snapshot } from '../attempt.ts'
import type { CheckoutDeps } from '../deps.ts'
import { type Arrangement, arrangeDeliveries, type RequestedGoods } from './arrange-deliveries.ts'
import { dividedLines } from './check-allocations.ts'
import {
  amountsOf,
  assertDiscountsConvertible,
  assertMethodsOfSuppliers,
  assertNoProblems,
  assertShippingConvertible,
  assertShippingMethodsAvailable,
} from './check-goods.ts'
import { assertReferencesOfCart } from './check-references.ts'
import { type GoodsLine, goodsLine } from './goods-lines.ts'
import type { OrderTerms } from './order-terms.ts'

export type TotalledSnapshot = Snapshot & { readonly amounts: NonNullable<Snapshot['amounts']> }

/** What is bought for a unit of the company, as it is at this moment: prices, problems that refuse lines, shipping costs and taxes. */
export async function takeSnapshot(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  requested: RequestedGoods,
  input: OrderTerms,
  { unitId, now }: { readonly unitId: string | undefined; readonly now: Date },
): Promise<TotalledSnapshot> {
  const { currency } = requested
  const buyer = { companyId: actor.companyId, unitId }
  const company = (await deps.partiesOf(tx, [actor.companyId])).get(actor.companyId)
  const today = dayIn(company?.timeZone ?? 'UTC', now)
  const addressIds = requested.lines.flatMap(({ addressId }) => addressId ?? [])
  const addresses = await listSeenAddresses(tx, actor, input.deliveries ? [] : addressIds)
  const arranged = arrangeDeliveries(requested, input, today, addresses)
  if (requested.snapshotVersion !== undefined) {
    await assertReferencesOfCart(deps, tx, actor, input, arranged)
  }
  const [first] = arranged.deliveries
  if (!first) throw new Error('a checkout without a delivery got past its check')
  const place = { currency, country: first.shipTo.country, language: actor.language }
  const quotes = await deps.quoter.quote(tx, buyer, requested.lines, place)
  const priced = arranged.parts.flatMap((part) => {
    const quote = quotes.get(part.of.productId)
    const line = quote?.state === 'DISCONTINUED' ? undefined : goodsLine(part, quote)
    return line ? [{ ...line, delivery: part.delivery }] : []
  })
  const totals = await deps.totals.of(tx, {
    buyer,
    currency,
    deliveries: arranged.deliveries,
    lines: priced.map(({ line, taxClass, delivery }) => ({
      supplierCompanyId: line.supplierCompanyId,
      taxClass,
      goods: line.total,
      delivery,
    })),
    now,
  })
  assertNoProblems(requested, quotes, arranged, totals)
  assert(priced.length === arranged.parts.length, 'a line without a price got past its check')
  assertMethodsOfSuppliers(arranged, priced)
  assertShippingConvertible(totals, currency)
  assertShippingMethodsAvailable(totals)
  assertDiscountsConvertible(totals, currency)
  return {
    cartSnapshotVersion: requested.snapshotVersion ?? 0,
    cartItemIds: requested.lines.flatMap((line) => line.itemId ?? []),
    currency,
    amounts: amountsOf(totals, priced),
    lines: dividedLines(
      arranged,
      priced.map(({ line }, at) => {
        const totalled = totals.lines[at]
        return { ...line, discount: totalled?.discount, tax: totalled?.tax }
      }),
    ),
    shippingCosts: totals.shippingCosts,
    shipTo: first.shipTo,
    deliveries: deliveriesOf(arranged, input),
    billTo: input.billTo,
    parties: await partiesOfOrder(deps, tx, actor.companyId, priced),
    poNumber: input.poNumber,
    costCenter: input.costCenter,
    note: input.note,
    unitId,
    ...(input.revises !== undefined && { revises: input.revises }),
  }
}

/** The parties as the tax computation saw them a moment ago: both read the same cache of companies. */
async function partiesOfOrder(
  { partiesOf }: CheckoutDeps,
  tx: Tx,
  buyerId: string,
  goods: readonly GoodsLine[],
): Promise<OrderParties | undefined> {
  const sellerIds = [...new Set(goods.map(({ line }) => line.supplierCompanyId))]
  const found = await partiesOf(tx, [...new Set([buyerId, ...sellerIds])])
  const then = (companyId: string) => {
    const party = found.get(companyId)
    return party ? [viewParty(companyId, party)] : []
  }
  const [buyer] = then(buyerId)
  return buyer && { buyer, sellers: sellerIds.flatMap(then) }
}

/** The company as it appears on invoices, without the people in its address. */
function viewParty(companyId: string, party: Party): OrderParty {
  const { name, vatId, country, billingAddress } = party
  if (!billingAddress) return { companyId, name, vatId, country }
  const { company = name, line1, line2, city, postalCode, region } = billingAddress
  const place = { line1, line2, city, postalCode, region, country: billingAddress.country }
  return { companyId, name: company, vatId, ...place }
}

/** One address without a requested date needs no deliveries: the address says it all. */
function deliveriesOf({ deliveries }: Arrangement, input: OrderTerms) {
  const isOne = deliveries.length === 1 && !input.deliveries
  if (isOne && input.requestedDate === undefined) return undefined
  return deliveries.map(({ methods: _, ...delivery }) => delivery)
}
