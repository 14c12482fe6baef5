import type { Money } from '#kernel/money'
import { numberOf, type Quantity, sumOfQuantities } from '#kernel/quantity'
import { deliveriesOf, deliveryOf } from '../addresses/deliveries.ts'
import { type Allocation, accountingFields } from '../line-references/allocation.ts'
import type { LineReferences } from '../line-references/index.ts'
import type { Address, Order, OrderDocument, PlacedLine } from '../order.ts'

export const differentFields = [
  'QUANTITY',
  'UNIT_PRICE',
  'NEGOTIATED_PRICE',
  'TOTAL',
  'PO_NUMBER',
  'COST_CENTER',
  'GL_ACCOUNT',
  'PROJECT',
  'ALLOCATIONS',
  'REQUESTED_DATE',
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
  /** The product, if its lines differ. */
  readonly productId?: string | undefined
  readonly name?: string | undefined
  readonly before: Value | undefined
  readonly after: Value | undefined
}

type Version = Pick<OrderDocument, 'order' | 'lines'>

/** The lines first, in the order of the new version; removed lines come last. Lines of one product are one. */
export function differencesBetween(before: Version, after: Version): Difference[] {
  const [then, now] = [productsOf(before), productsOf(after)]
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
    ...ofText('REQUESTED_DATE', requestedDateOf(old), requestedDateOf(changed)),
    ...ofText('SHIP_TO', addressesOf(old), addressesOf(changed)),
    ...ofText('BILL_TO', textOf(old.billTo), textOf(changed.billTo)),
    ...ofText('NOTE', old.note, changed.note),
  ]
}

type Product = {
  readonly name: string
  readonly quantity: Quantity
  readonly price: string
  readonly texts: LineTexts
}

function productsOf({ order, lines }: Version): ReadonlyMap<string, Product> {
  const products = Map.groupBy(lines, ({ productId }) => productId)
  return new Map([...products].map(([id, own]) => [id, productOf(order, own)]))
}

function productOf(order: Order, lines: readonly PlacedLine[]): Product {
  const line = lines.at(-1) as PlacedLine
  const texts = lines.map((one) => ({ quantity: one.quantity, ...textsOfLine(order, one) }))
  return {
    name: line.name,
    quantity: sumOfQuantities(lines.map(({ quantity }) => quantity)),
    price: priceOf(line),
    texts: Object.fromEntries(
      lineFields.map((field) => [
        field,
        joinTexts(texts.map(({ quantity, [field]: text }) => ({ quantity, text }))),
      ]),
    ),
  }
}

const lineFields = [
  'NEGOTIATED_PRICE',
  'PO_NUMBER',
  'COST_CENTER',
  'GL_ACCOUNT',
  'PROJECT',
  'ALLOCATIONS',
  'REQUESTED_DATE',
  'SHIP_TO',
] as const

type LineTexts = { readonly [Field in (typeof lineFields)[number]]?: string | undefined }

/** What the line says itself, or its delivery if the order has several. The rest is that of the order. */
function textsOfLine(order: Order, line: PlacedLine): LineTexts {
  const delivery = deliveryOf(order, line)
  const own = isDivided(order) ? delivery : undefined
  return {
    NEGOTIATED_PRICE: line.negotiatedPrice?.note,
    PO_NUMBER: line.poNumber,
    COST_CENTER: line.costCenter ?? delivery.costCenter,
    GL_ACCOUNT: line.glAccount,
    PROJECT: line.project,
    ALLOCATIONS: allocationsOf(line),
    REQUESTED_DATE: line.requestedDate ?? own?.requestedDate,
    SHIP_TO: textOf(own?.shipTo),
  }
}

/** `A-100`, or `4 × A-100; 6 × A-200` if lines of one product differ. */
function joinTexts(
  texts: readonly { readonly quantity: Quantity; readonly text: string | undefined }[],
): string | undefined {
  const byText = Map.groupBy(texts, ({ text }) => text)
  if (byText.size === 1) return texts[0]?.text
  const parts = [...byText].map(([text = '–', same]) => {
    const quantity = sumOfQuantities(same.map((one) => one.quantity))
    return `${numberOf(quantity)} × ${text}`
  })
  return parts.sort().join('; ')
}

/**
 * `A-100 / 4400 / –: 60 %; A-200 / – / Roof: 40 %`: the cost centre, GL account and project of each part, and its share, quantity
 * or amount.
 */
function allocationsOf({ allocations }: LineReferences): string | undefined {
  const parts = allocations?.map((part) => {
    const codes = accountingFields.map((field) => part[field] ?? '–')
    return `${codes.join(' / ')}: ${shareOf(part)}`
  })
  return parts?.sort().join('; ')
}

function shareOf({ percent, quantity, amount }: Allocation): string {
  if (percent !== undefined) return `${Number(percent)} %`
  return quantity === undefined ? `${amount.amount} ${amount.currency}` : String(quantity)
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
  // The quantity says that the lines were removed.
  if (!after) return differences
  const references = lineFields.flatMap((field) =>
    ofText(field, before?.texts[field], after.texts[field]),
  )
  const prices = before ? ofText('UNIT_PRICE', before.price, after.price) : []
  return [...differences, ...[...prices, ...references].map((one) => ({ ...about, ...one }))]
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

const isDivided = (order: Order): boolean => deliveriesOf(order).length > 1

/** The day of an order with one delivery. Otherwise each line has the day of its own. */
function requestedDateOf(order: Order): string | undefined {
  return isDivided(order) ? undefined : deliveriesOf(order)[0]?.requestedDate
}

function addressesOf(order: OrderDocument['order']): string | undefined {
  return [...new Set(deliveriesOf(order).map(({ shipTo }) => textOf(shipTo)))].join('; ')
}

/** An address in one line. */
export function textOf(address: Address | undefined): string | undefined {
  if (!address) return undefined
  const { name, company, line1, line2, postalCode, city, region, country } = address
  const parts = [name, company, line1, line2, `${postalCode} ${city}`, region, country]
  return parts.filter((part) => part !== undefined && part.trim() !== '').join(', ')
}
