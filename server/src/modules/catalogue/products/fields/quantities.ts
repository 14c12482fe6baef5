import { numberOf, oneUnit, type Quantity } from '#kernel/quantity'
import { quantityColumn } from './column.ts'
import type { Field } from './field.ts'

const textOf = (quantity: Quantity) => String(numberOf(quantity))

/** The quantity for sale, as counted. The table of stock keeps it, and the digest leaves it out: sales change it. */
export const onHand = {
  name: 'stock',
  headers:
    'stock quantity onhand available qty inventory bestand lagerbestand verfugbar verfuegbar menge quantite disponible enstock lager lagerstand stocklevel qtyinstock instock instockqty freestock qtyavailable availableqty stockqty quantiteenstock qtestock dispo verfugbaremenge stuckzahl',
  keys: ['onHand', 'available'],
  read: (record, name) => record.quantity(name, 0n),
  absent: 0n,
  json: numberOf,
  cell: textOf,
  bmecat: { part: 'EXTENSIONS', element: 'UDX.PURVEYOR.STOCK' },
  example: [10, 20],
} as const satisfies Field<Quantity>

/** The smallest quantity of an order. */
export const moq = {
  name: 'moq',
  headers:
    'moq minimumorderquantity minorderqty minimumquantity minquantity quantitymin mindestmenge mindestbestellmenge quantiteminimum quantiteminimale',
  keys: ['minimumQuantity'],
  read: (record, name) => record.quantity(name, 1n),
  digest: 12,
  column: quantityColumn('moq'),
  absent: oneUnit,
  json: numberOf,
  cell: textOf,
  search: 'facts',
  bmecat: { part: 'ORDER_DETAILS', element: 'QUANTITY_MIN' },
  example: [10, 20],
} as const satisfies Field<Quantity>

/** Quantities must be multiples of this. */
export const multiple = {
  name: 'multiple',
  headers:
    'multiple orderstep quantityinterval packingunit verpackungseinheit ve vpe bestellschritt multiplecommande conditionnement',
  read: (record, name) => record.quantity(name, 1n),
  digest: 13,
  column: quantityColumn('multiple'),
  absent: oneUnit,
  json: numberOf,
  cell: textOf,
  search: 'facts',
  bmecat: { part: 'ORDER_DETAILS', element: 'QUANTITY_INTERVAL' },
  example: [10, 20],
} as const satisfies Field<Quantity>
