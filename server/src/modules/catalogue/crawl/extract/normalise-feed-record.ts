import {
  type Normalised,
  normalise,
  type RawFields,
  type RawRecord,
  type Reading,
  taxOf,
} from '#modules/imports/reading'
import type { FieldName } from '#modules/products/fields'
import type { FoundField } from './found-product.ts'
import { readPrice } from './prices/read-price.ts'

export type FeedRecord = Normalised & {
  readonly shown: NonNullable<RawRecord['shown']>
  /** The fields that the record states, whether they can be read or not. */
  readonly given: ReadonlySet<FoundField>
}

/**
 * Converts a record of a feed as an import does, with one difference: a value that cannot be read costs this value, and not
 * the record. A price in words that an import refuses is read as a shop writes it.
 */
export function normaliseFeedRecord(written: RawRecord, reading: Reading): FeedRecord {
  const record = asFields(written)
  const { given, shown } = statedIn(record)
  const readable = record.problems.map((problem) =>
    problem.field === undefined ? problem : { ...problem, fatal: false },
  )
  const found: Normalised['problems'][number][] = []
  let fields = record.fields
  for (;;) {
    // The table of units is a file, which the child process may not read.
    const read = normalise({ ...record, problems: readable, fields }, reading, (unit) => unit)
    const wrong = read.product
      ? []
      : read.problems.filter(({ fatal, field }) => fatal && isIn(fields, field))
    if (read.product || wrong.length === 0) {
      const problems = [...found, ...read.problems.filter((one) => !found.includes(one))]
      return { ...read, problems: uniqueProblems(problems), shown, given }
    }
    const asShop = wrong.some(({ field }) => field === 'price') && priceOfShop(fields)
    found.push(...wrong.filter(({ field }) => !(asShop && field === 'price')))
    fields = removeRefused(
      asShop ? { ...fields, ...asShop } : fields,
      wrong.flatMap(({ field }) => (asShop && field === 'price' ? [] : (field as FieldName))),
    )
  }
}

/** Suppliers write `100 Stück` as a unit, and `auf Lager` or `12 Stk.` as a stock. */
function asFields(record: RawRecord): RawRecord {
  const fields: Record<string, unknown> = { ...record.fields }
  const shown = { ...record.shown }
  const [, bare] = unitWithContents.exec(textOf(fields.unit)) ?? []
  if (bare) fields.unit = bare
  const [, count, unit] = numberAndWord.exec(textOf(fields.unit)) ?? []
  if (count && unit && (fields.perQuantity ?? '') === '') {
    fields.perQuantity = count
    fields.unit = unit
  }
  const stock = textOf(fields.stock)
  if (stock !== '' && !/^[\d.,'’\s]+$/.test(stock)) {
    const [, pieces] =
      /^(\d{1,9})\s*(?:st(?:k|ck|ück)?|pcs?|pi[eè]ces?|units?)\.?$/iu.exec(stock) ?? []
    if (pieces) fields.stock = pieces
    else {
      delete fields.stock
      shown.availability ??= stock
    }
  }
  return { ...record, fields, shown }
}

const numberAndWord = /^(?:(?:je|pro|per|par)\s*)?(\d{1,6})\s*([\p{L}²³]{1,20}\.?)$/iu
/** `Rolle à 50 m`, `Karton (10 Stück)`, `box of 100`: what is inside does not change the unit. */
const unitWithContents =
  /^(?:(?:je|pro|per|par)\s+)?([\p{L}²³]{2,20}\.?)\s*(?:\(|\/|à|a|of|de|mit|zu|x|=|\s)\s*\d[^a-z]{0,12}[\p{L}²³.]{0,15}\)?$/iu
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 200) : '')

function uniqueProblems(problems: Normalised['problems']): Normalised['problems'] {
  const codes = new Set<string>()
  return problems.filter(({ code, field }) => {
    const key = `${code} ${field}`
    return !codes.has(key) && codes.add(key)
  })
}

function isIn(fields: RawFields, field: string | undefined): boolean {
  return field !== undefined && field !== 'sku' && fields[field as FieldName] !== undefined
}

/** A price without its basis is no price. */
function removeRefused(fields: RawFields, refused: readonly FieldName[]): RawFields {
  const gone = new Set<string>(refused)
  if (gone.has('perQuantity')) gone.add('price')
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !gone.has(field)))
}

/** `2,30 EUR / 100 m`, `EUR 2.30 netto`. Undefined for `on request`, for a range, and for what was read so before. */
function priceOfShop({ price, currency, ...fields }: RawFields): RawFields | undefined {
  if (typeof price !== 'string') return undefined
  const beside = typeof currency === 'string' ? currency : ''
  const { amount, currency: named, kind, per } = readPrice(price, { beside })
  if (amount === undefined || kind !== 'exact') return undefined
  return {
    price: { amount, ...(named && { currency: named }) },
    ...(per && fields.perQuantity === undefined && { perQuantity: per.quantity }),
    ...(per?.unit && fields.unit === undefined && { unit: per.unit }),
  }
}

const fieldsOf: Readonly<Partial<Record<FieldName, FoundField>>> = {
  sku: 'sku',
  name: 'name',
  description: 'description',
  brand: 'brand',
  mpn: 'mpn',
  gtins: 'gtins',
  category: 'category',
  price: 'price',
  stock: 'availability',
  discontinued: 'availability',
  attributes: 'attributes',
  images: 'images',
}

function statedIn({ fields, shown = {} }: RawRecord): Pick<FeedRecord, 'shown' | 'given'> {
  const { price } = fields
  const said = typeof price === 'string' ? taxOf(price) : undefined
  const tax = said ?? shown.tax
  const given = new Set<FoundField>()
  for (const [name, field] of Object.entries(fieldsOf)) {
    const value = fields[name as FieldName]
    if (value !== undefined && value !== '' && !isEmpty(value)) given.add(field)
  }
  if (shown.availability) given.add('availability')
  if (shown.salePrice || shown.grossPrice) given.add('price')
  if (given.has('price') && fields.unit) given.add('unit')
  return { given, shown: { ...shown, ...(tax && { tax }) } }
}

const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
