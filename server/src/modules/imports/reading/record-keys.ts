import { type FieldName, fieldNames } from './record.ts'

const otherKeys: Readonly<Record<string, FieldName>> = {
  supplierSku: 'sku',
  title: 'name',
  manufacturer: 'brand',
  gtin: 'gtins',
  ean: 'gtins',
  categoryPath: 'category',
  listPrice: 'price',
  priceQuantity: 'perQuantity',
  onHand: 'stock',
  available: 'stock',
  minimumQuantity: 'moq',
  countries: 'shipTo',
  imageUrls: 'images',
  replacedBy: 'successor',
}

const known: ReadonlyMap<string, FieldName> = new Map([
  ...fieldNames.map((name): [string, FieldName] => [name, name]),
  ...Object.entries(otherKeys),
])

/** The field that a key of a JSON record means. */
export function fieldOfKey(key: string): FieldName | undefined {
  return known.get(key)
}
