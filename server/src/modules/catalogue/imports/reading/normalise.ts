import { allFields, type FieldName, type RecordReader } from '#modules/products/fields'
import type { Problem, RecordProblem } from '../import.ts'
import { attributesOf } from './attributes.ts'
import { categoryPathOf } from './category-path.ts'
import type { ImportedProduct } from './imported-product.ts'
import { languagesOf } from './languages-of.ts'
import { parseAmount, parseCount, parseQuantity } from './numbers.ts'
import { doubtfulPrices, priceOf, tiersOf } from './prices.ts'
import type { RawRecord, Reading } from './record.ts'
import { createTexts, type Texts } from './texts.ts'

export type Normalised = {
  /** The line of the file in which the record begins. */
  readonly line: number
  /** The article number if it is readable, also in a refused record. */
  readonly sku: string | undefined
  /** Undefined when a problem refuses the record. */
  readonly product: ImportedProduct | undefined
  readonly problems: readonly RecordProblem[]
}

/** Returns the code of a unit, or undefined for an unknown one. */
export type ReadUnit = (text: string) => string | undefined

/** Converts a record to a product, and reports all its problems. */
export function normalise(record: RawRecord, reading: Reading, readUnit: ReadUnit): Normalised {
  const problems: Problem[] = [...record.problems]
  const texts = createTexts(record.fields, problems)
  const sku = texts.line('sku', 100)
  if (sku === undefined && problems.length === 0) {
    problems.push(fatalProblem('sku_missing', 'The record has no article number.', 'sku'))
  }
  const product = sku === undefined ? undefined : productOf(sku, record, texts, reading, readUnit)
  const isOut = problems.some(({ fatal }) => fatal)
  return {
    line: record.line,
    sku,
    product: isOut ? undefined : product,
    problems: problems.map((problem) => ({ ...problem, line: record.line, sku })),
  }
}

function productOf(
  sku: string,
  written: RawRecord,
  texts: Texts,
  reading: Reading,
  readUnit: ReadUnit,
): ImportedProduct {
  const record = readerOf(sku, written, texts, reading, readUnit)
  // Without undefined fields, so that absent and undefined are the same.
  const product: Record<string, unknown> = {}
  for (const { key, name, read } of allFields) {
    const value = read(record, name)
    if (value !== undefined) product[key] = value
  }
  const textsIn = written.fields.language === undefined && (written.textsIn ?? reading.textsIn)
  if (textsIn) product.textsIn = textsIn
  return product as unknown as ImportedProduct
}

function readerOf(
  sku: string,
  { fields: raw, isSound }: RawRecord,
  texts: Texts,
  reading: Reading,
  readUnit: ReadUnit,
): RecordReader {
  const { problems, line, long, list, complain } = texts
  const { decimal } = reading
  const rawOf = (name: string) => raw[name as FieldName]
  const price = priceOf(texts, raw, reading, problems)
  const tiers = tiersOf(raw.tiers, reading, problems)
  problems.push(...doubtfulPrices(price.listPrice, tiers))
  const translated = languagesOf(raw.texts, problems, isSound)
  return {
    sku,
    raw: rawOf,
    line,
    long,
    list,
    complain,
    count: (name, least) => {
      const value = rawOf(name)
      if (value === undefined || value === '') return undefined
      const count = parseCount(value, decimal)
      if (count !== undefined && count >= least) return count
      complain(
        'number_invalid',
        `The value must be a whole number of at least ${least}.`,
        name,
        true,
      )
      return undefined
    },
    quantity: (name, least) => {
      const value = rawOf(name)
      if (value === undefined || value === '') return undefined
      const quantity = parseQuantity(value, decimal)
      if (quantity !== undefined && quantity >= least) return quantity
      const from = least > 0n ? 'above zero' : 'of at least zero'
      complain(
        'number_invalid',
        `The value must be a number ${from} with up to three decimals.`,
        name,
        true,
      )
      return undefined
    },
    amountIn: (text) => parseAmount(text, decimal),
    unitIn: readUnit,
    price,
    tiers,
    texts: translated,
    categoryPath: () => categoryPathOf(texts) ?? categoryIn(translated),
    attributes: () => attributesOf(raw.attributes, problems, isSound),
  }
}

/** Without a category of its own, the record has that of its first language. */
function categoryIn(texts: ImportedProduct['texts']): readonly string[] | undefined {
  return texts && Object.values(texts).find((text) => text?.category)?.category
}

function fatalProblem(code: string, message: string, field: FieldName): Problem {
  return { code, message, field, fatal: true }
}
