import { csvLine } from '#kernel/csv'
import type { ProductText, WholeProduct } from '#modules/products'
import { pathCell, storedFields } from '#modules/products/fields'
import { translatedFields } from '../reading/columns.ts'
import { cellOf } from './cell-of.ts'

/** Texts have a column for each language. */
const columns = storedFields.filter(({ inCsv }) => inCsv !== false)

/** The columns of texts in other languages follow the others: `name_de`, `description_de`, ... */
export function csvHead(languages: readonly string[]): string {
  const texts = languages.flatMap((one) => translatedFields.map((field) => `${field}_${one}`))
  return csvLine([...columns.map(({ name }) => name), ...texts])
}

/** Lists are separated with `|`, categories with `>`, tiers as `10:2.30|100:2.10`, attributes as JSON. */
export function csvProduct(product: WholeProduct, languages: readonly string[]): string {
  const texts = languages.flatMap((one) => textCells(product.texts[one]))
  return csvLine([...columns.map((field) => cellOf(field, product)), ...texts])
}

/** In the order of `translatedFields`. */
function textCells({ name, description, category, attributes }: ProductText = {}): string[] {
  return [
    name ?? '',
    description ?? '',
    category ? pathCell(category) : '',
    attributes ? JSON.stringify(attributes) : '',
  ]
}
