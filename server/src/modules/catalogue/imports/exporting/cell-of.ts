import type { WholeProduct } from '#modules/products'
import type { storedFields } from '#modules/products/fields'

/** The value of a field as a text of a table or an element. Empty: the product has none. */
export function cellOf(
  { key, cell }: (typeof storedFields)[number],
  product: WholeProduct,
): string {
  const value: unknown = product[key]
  if (value === undefined) return ''
  return cell ? cell(value) : String(value)
}
