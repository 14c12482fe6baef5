import { perQuantityMax } from '#kernel/money'
import { integerColumn } from './column.ts'
import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** The price basis: the list price and the tiers are for this number of units. */
export const perQuantity = {
  name: 'perQuantity',
  headers:
    'perquantity pricequantity priceper pricebasis preiseinheit preismenge preisbasis preispro baseprix prixpar',
  keys: ['priceQuantity'],
  read: basisIn,
  digest: 22,
  column: integerColumn('per_quantity'),
  absent: 1,
  bmecat: { part: 'ORDER_DETAILS', element: 'PRICE_QUANTITY' },
  search: 'facts',
  example: [100, 10],
} as const satisfies Field<number>

function basisIn(record: RecordReader, name: string): number | undefined {
  const count = record.count(name, 1)
  if (count === undefined || count <= perQuantityMax) return count
  const message = `A price is that of up to ${perQuantityMax} units.`
  record.complain('number_invalid', message, name, true)
  return undefined
}
