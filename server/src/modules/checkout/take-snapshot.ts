import type { Actor } from '#kernel/actor'
import { lineTotal } from '#kernel/money'
import type { CartTaken } from '#modules/cart'
import type { LineQuote } from '#modules/catalog'
import type { Address, OrderLine } from '#modules/orders'
import type { Amounts } from '#modules/totals'
import type { Tx } from '#platform/db'
import type { Snapshot } from './attempt.ts'
import type { CheckoutDeps } from './deps.ts'
import { fail } from './failures.ts'
import type { StartCheckoutInput } from './start-checkout.ts'

export type TaxedSnapshot = Snapshot & { readonly amounts: Amounts }

/** What is bought, as it stands at this moment: prices, what keeps lines from being ordered, and taxes. */
export async function takeSnapshot(
  deps: CheckoutDeps,
  tx: Tx,
  actor: Actor,
  cart: CartTaken,
  input: StartCheckoutInput,
  now: Date,
): Promise<TaxedSnapshot> {
  const { currency } = cart
  const place = { currency, country: input.shipTo.country }
  const quotes = await deps.catalog.quote(tx, actor.companyId, cart.lines, place)
  const problems = cart.lines.flatMap((line) => problemsOf(line, quotes.get(line.productId)))
  if (problems.length > 0) throw fail('cart_has_problems', { problems })
  const lines = cart.lines.map((line) => goodsLine(line, quotes.get(line.productId)))
  const taxed = await withTaxes(deps, tx, actor, { currency, lines, shipTo: input.shipTo, now })
  return {
    cartSnapshotVersion: cart.snapshotVersion,
    cartItemIds: cart.lines.map((line) => line.itemId),
    currency,
    ...taxed,
    shipTo: input.shipTo,
    billTo: input.billTo,
    poNumber: input.poNumber,
    costCenter: input.costCenter,
    note: input.note,
  }
}

type CartLine = { readonly productId: string; readonly quantity: number }

/** Short stock is not among them: the reservation itself finds it, and names every line. */
function problemsOf({ productId }: CartLine, quote: LineQuote | undefined) {
  if (!quote) return [{ code: 'catalog.product_not_found', productId }]
  return quote.problems
    .filter((problem) => problem.code !== 'stock_short')
    .map((problem) => ({ ...problem, productId }))
}

type GoodsLine = {
  readonly line: Omit<OrderLine, 'discount' | 'tax'>
  readonly taxClass: LineQuote['product']['taxClass']
}

function goodsLine({ quantity }: CartLine, quote: LineQuote | undefined): GoodsLine {
  if (!quote?.unitPrice) throw new Error('a line without a price got past its check')
  const { product, unitPrice, conversion } = quote
  const line = {
    productId: product.id,
    supplierCompanyId: product.supplierCompanyId,
    sku: product.sku,
    mpn: product.mpn,
    name: product.name,
    brand: product.brand,
    quantity,
    unitPrice,
    total: lineTotal(unitPrice, quantity),
    conversion,
  }
  return { line, taxClass: product.taxClass }
}

type Goods = {
  readonly currency: string
  readonly lines: readonly GoodsLine[]
  readonly shipTo: Address
  readonly now: Date
}

/** What nobody can tax, nobody can buy: the buyer is told which lines, and nothing is charged by guess. */
async function withTaxes(
  { totals }: CheckoutDeps,
  tx: Tx,
  { companyId }: Actor,
  { currency, lines, shipTo, now }: Goods,
): Promise<{ lines: OrderLine[]; amounts: Amounts }> {
  const { country, postalCode } = shipTo
  const found = await totals.of(tx, {
    buyerCompanyId: companyId,
    currency,
    lines: lines.map(({ line, taxClass }) => ({
      supplierCompanyId: line.supplierCompanyId,
      taxClass,
      goods: line.total,
      shipTo: { country, postalCode },
    })),
    now,
  })
  const { tax, total, undetermined } = found
  if (!tax || !total) {
    const untaxed = undetermined.map((one) => ({
      productId: lines[one.line]?.line.productId,
      reason: one.reason,
      ...one.details,
    }))
    throw fail('tax_not_determined', { lines: untaxed })
  }
  const { goods, discount, shipping, breakdown } = found
  return {
    lines: lines.map(({ line }, at) => {
      const of = found.lines[at]
      return { ...line, discount: of?.discount, tax: of?.tax }
    }),
    amounts: { goods, discount, shipping, tax, total, breakdown },
  }
}
