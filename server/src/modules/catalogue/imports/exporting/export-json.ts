import type { WholeProduct } from '#modules/products'
import { storedFields } from '#modules/products/fields'

export function jsonProduct(product: WholeProduct): string {
  const record: Record<string, unknown> = {}
  for (const { key, name, json } of storedFields) {
    record[name] = json ? json(product[key]) : product[key]
  }
  return `${JSON.stringify(record)}\n`
}
