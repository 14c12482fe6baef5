/** What a path of a file may mean, in the order of the form. */
export const mappedFields = [
  'number',
  'name',
  'price',
  'currency',
  'priceQuantity',
  'unit',
  'tax',
  'availability',
  'gtin',
  'manufacturer',
  'manufacturerNumber',
  'packQuantity',
  'taxRate',
  'deliveryTime',
  'description',
  'link',
  'image',
] as const
export type MappedField = (typeof mappedFields)[number]

/** The fields that may have one value for all products of a file. */
export const fixable: ReadonlySet<MappedField> = new Set([
  'currency',
  'priceQuantity',
  'unit',
  'tax',
  'manufacturer',
])
