import type { Money } from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { Address, OrderDocument, PlacedLine } from '../order.ts'

export const differentFields = [
  'QUANTITY',
  'UNIT_PRICE',
  'TOTAL',
  'PO_NUMBER',
  'COST_CENTER',
  'SHIP_TO',
  'BILL_TO',
  'NOTE',
] as const

type Value = {
  readonly text?: string | undefined
  readonly quantity?: Quantity | undefined
  readonly amount?: Money | undefined
}

/** What one version of an order changed of an earlier one. `before` or `after` is undefined if there was no value. */
export type Difference = {
  readonly field: (typeof differentFields)[number]
  /** The product, if a line differs. */
  readonly productId?: string | undefined
  readonly name?: string | undefined
  readonly before: Value | undefined
  readonly after: Value | undefined
}

type Version = Pick<OrderDocument, 'order' | 'lines'>

/** The lines first, in the order of the new version; removed lines come last. Lines of one product are one. */
export function differencesBetween(before: Version, after: Version): Difference[] {
  const [then, now] = [productsOf(before.lines), productsOf(after.lines)]
  const lines = [...new Set([...now.keys(), ...then.keys()])].flatMap((productId) =>
    ofProduct(productId, then.get(productId), now.get(productId)),
  )
  const [old, changed] = [before.order, after.order]
  const isSameTotal =
    old.total.currency === changed.total.currency &&
    old.total.amountMinor === changed.total.amountMinor
  const totals: Difference[] = isSameTotal
    ? []
    : [{ field: 'TOTAL', before: { amount: old.total }, after: { amount: changed.total } }]
  return [
    ...lines,
    ...totals,
    ...ofText('PO_NUMBER', old.poNumber, changed.poNumber),
    ...ofText('COST_CENTER', old.costCenter, changed.costCenter),
    ...ofText('SHIP_TO', addressesOf(old), addressesOf(changed)),
    ...ofText('BILL_TO', textOf(old.billTo), textOf(changed.billTo)),
    ...ofText('NOTE', old.note, changed.note),
  ]
}

type Product = { readonly name: string; readonly quantity: Quantity; readonly line: PlacedLine }

function productsOf(lines: readonly PlacedLine[]): ReadonlyMap<string, Product> {
  const products = new Map<string, Product>()
  for (const line of lines) {
    const quantity = (products.get(line.productId)?.quantity ?? 0n) + line.quantity
    products.set(line.productId, { name: line.name, quantity, line })
  }
  return products
}

function ofProduct(
  productId: string,
  before: Product | undefined,
  after: Product | undefined,
): Difference[] {
  const about = { productId, name: (after ?? before)?.name }
  const differences: Difference[] = []
  if (before?.quantity !== after?.quantity) {
    differences.push({
      field: 'QUANTITY',
      ...about,
      before: before && { quantity: before.quantity },
      after: after && { quantity: after.quantity },
    })
  }
  const [old, now] = [before && priceOf(before.line), after && priceOf(after.line)]
  if (old !== undefined && now !== undefined && old !== now) {
    differences.push({ field: 'UNIT_PRICE', ...about, before: { text: old }, after: { text: now } })
  }
  return differences
}

/** `2.50 EUR`, or `250 EUR / 100`. */
function priceOf({ unitPrice, total }: PlacedLine): string {
  const price = `${unitPrice.amount.toFixed()} ${total.currency}`
  return unitPrice.perQuantity === 1 ? price : `${price} / ${unitPrice.perQuantity}`
}

function ofText(
  field: Difference['field'],
  before: string | undefined,
  after: string | undefined,
): Difference[] {
  if (before === after) return []
  const asValue = (text: string | undefined) => (text === undefined ? undefined : { text })
  return [{ field, before: asValue(before), after: asValue(after) }]
}

function addressesOf({ shipTo, deliveries }: OrderDocument['order']): string | undefined {
  const addresses = deliveries?.map((delivery) => textOf(delivery.shipTo)) ?? [textOf(shipTo)]
  return [...new Set(addresses)].join('; ')
}

/** An address in one line. */
export function textOf(address: Address | undefined): string | undefined {
  if (!address) return undefined
  const { name, company, line1, line2, postalCode, city, region, country } = address
  const parts = [name, company, line1, line2, `${postalCode} ${city}`, region, country]
  return parts.filter((part) => part !== undefined && part.trim() !== '').join(', ')
}
