import { csvLine } from '#kernel/csv'
import type { ProductText, WholeProduct } from '#modules/products'
import { translatedFields } from '../reading/columns.ts'
import { type FieldName, fieldNames } from '../reading/record.ts'

/** An export only has products on sale, so the first two columns would be empty. Texts have a column for each language. */
const omitted: ReadonlySet<FieldName> = new Set(['discontinued', 'successor', 'texts'])
const columns = fieldNames.filter((name) => !omitted.has(name))

/** The columns of texts in other languages follow the others: `name_de`, `description_de`, ... */
export function csvHead(languages: readonly string[]): string {
  const texts = languages.flatMap((one) => translatedFields.map((field) => `${field}_${one}`))
  return csvLine([...columns, ...texts])
}

/** Lists are separated with `|`, categories with `>`, tiers as `10:2.30|100:2.10`, attributes as JSON. */
const cells: Readonly<Record<FieldName, (product: WholeProduct) => string>> = {
  sku: ({ sku }) => sku,
  name: ({ name }) => name,
  description: ({ description }) => description,
  language: ({ language }) => language,
  brand: ({ brand }) => brand,
  mpn: ({ mpn }) => mpn,
  gtins: ({ gtins }) => gtins.join('|'),
  category: ({ categoryPath }) => pathText(categoryPath),
  unit: ({ unit }) => unit,
  perQuantity: ({ perQuantity }) => String(perQuantity),
  contents: ({ contents }) => contents?.toString() ?? '',
  price: ({ listPrice }) => listPrice.toFixed(),
  currency: ({ currency }) => currency,
  tiers: ({ tiers }) =>
    tiers.map(({ minQuantity, unitPrice }) => `${minQuantity}:${unitPrice.toFixed()}`).join('|'),
  stock: ({ onHand }) => String(onHand),
  moq: ({ moq }) => String(moq),
  multiple: ({ multiple }) => String(multiple),
  leadTimeDays: ({ leadTimeDays }) => String(leadTimeDays),
  shipTo: ({ shipTo }) => shipTo.join('|'),
  attributes: ({ attributes }) => (attributes.length > 0 ? JSON.stringify(attributes) : ''),
  images: ({ imageUrls }) => listText(imageUrls),
  classes: ({ classes }) => listText(classes),
  releasedOn: ({ releasedOn }) => releasedOn,
  discontinued: () => '',
  successor: () => '',
  texts: () => '',
}

export function csvProduct(product: WholeProduct, languages: readonly string[]): string {
  const texts = languages.flatMap((one) => textCells(product.texts[one]))
  return csvLine([...columns.map((column) => cells[column](product)), ...texts])
}

/** In the order of `translatedFields`. */
function textCells({ name, description, category, attributes }: ProductText = {}): string[] {
  return [
    name ?? '',
    description ?? '',
    category ? pathText(category) : '',
    attributes ? JSON.stringify(attributes) : '',
  ]
}

function listText(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll('|', '\\|')).join('|')
}

/** A backslash escapes the separator inside a name. */
export function pathText(path: readonly string[]): string {
  return path.map((name) => name.replaceAll('>', '\\>')).join(' > ')
}
