import { Decimal } from 'decimal.js'
import { isCurrency } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { decimalColumn, textColumn } from './column.ts'
import type { Field } from './field.ts'
import type { Tier } from './record-reader.ts'

/** The list price of `perQuantity` units. */
export const listPrice = {
  name: 'price',
  headers:
    'price listprice unitprice netprice preis listenpreis einzelpreis stueckpreis stuckpreis vk vkpreis nettopreis prix prixunitaire prixht prixcatalogue verkaufspreis tarif prixvente tradeprice sellprice sellingprice euro preiseur prixeur priceeach stkpreis priceex',
  keys: ['listPrice'],
  read: ({ price }) => price.listPrice,
  digest: 9,
  column: decimalColumn('list_price'),
  isSame: (one, other) => one.eq(other),
  json: (value) => value.toFixed(),
  cell: (value) => value.toFixed(),
  search: 'facts',
  example: ['0.5', '0.75'],
} as const satisfies Field<Decimal>

export const currency = {
  name: 'currency',
  headers: 'currency waehrung wahrung devise monnaie',
  read: ({ price }) =>
    price.currency !== undefined && isCurrency(price.currency) ? price.currency : undefined,
  digest: 10,
  column: textColumn('currency'),
  search: 'facts',
  example: ['EUR', 'CHF'],
} as const satisfies Field<string>

/** Other prices from a quantity on, by rising quantity. They have their own table. */
export const tiers = {
  name: 'tiers',
  headers: 'tiers pricetiers scaleprices staffelpreise paliers prixdegressifs',
  read: (record) => record.tiers,
  digest: 11,
  absent: [],
  isSame: sameTiers,
  json: (value) =>
    value.map(({ minQuantity, unitPrice }) => ({
      minQuantity: numberOf(minQuantity),
      unitPrice: unitPrice.toFixed(),
    })),
  cell: (value) =>
    value
      .map(({ minQuantity, unitPrice }) => `${numberOf(minQuantity)}:${unitPrice.toFixed()}`)
      .join('|'),
  search: 'facts',
  example: [[{ minQuantity: 50, unitPrice: '0.4' }], [{ minQuantity: 60, unitPrice: '0.6' }]],
} as const satisfies Field<readonly Tier[]>

function sameTiers(one: readonly Tier[], other: readonly Tier[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ minQuantity, unitPrice }, at) => {
      const there = other[at]
      return there?.minQuantity === minQuantity && new Decimal(there.unitPrice).eq(unitPrice)
    })
  )
}
