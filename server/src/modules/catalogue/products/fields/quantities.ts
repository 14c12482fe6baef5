import { integerColumn } from './column.ts'
import type { Field } from './field.ts'

/** The quantity for sale, as counted. The table of stock keeps it, and the digest leaves it out: sales change it. */
export const onHand = {
  name: 'stock',
  headers:
    'stock quantity onhand available qty inventory bestand lagerbestand verfugbar verfuegbar menge quantite disponible enstock lager lagerstand stocklevel qtyinstock instock instockqty freestock qtyavailable availableqty stockqty quantiteenstock qtestock dispo verfugbaremenge stuckzahl',
  keys: ['onHand', 'available'],
  read: (record, name) => record.count(name, 0),
  absent: 0,
  bmecat: { part: 'EXTENSIONS', element: 'UDX.PURVEYOR.STOCK' },
  example: [10, 20],
} as const satisfies Field<number>

/** The smallest quantity of an order. */
export const moq = {
  name: 'moq',
  headers:
    'moq minimumorderquantity minorderqty minimumquantity minquantity quantitymin mindestmenge mindestbestellmenge quantiteminimum quantiteminimale',
  keys: ['minimumQuantity'],
  read: (record, name) => record.count(name, 1),
  digest: 12,
  column: integerColumn('moq'),
  absent: 1,
  bmecat: { part: 'ORDER_DETAILS', element: 'QUANTITY_MIN' },
  example: [10, 20],
} as const satisfies Field<number>

/** Quantities must be multiples of this. */
export const multiple = {
  name: 'multiple',
  headers:
    'multiple orderstep quantityinterval packingunit verpackungseinheit ve vpe bestellschritt multiplecommande conditionnement',
  read: (record, name) => record.count(name, 1),
  digest: 13,
  column: integerColumn('multiple'),
  absent: 1,
  bmecat: { part: 'ORDER_DETAILS', element: 'QUANTITY_INTERVAL' },
  example: [10, 20],
} as const satisfies Field<number>
