import { isCountry } from '#kernel/country'
import { languageOf } from '#kernel/language'
import { isCurrency, perQuantityMax } from '#kernel/money'
import type { Problem, RecordProblem } from '../import.ts'
import { attributesOf } from './attributes.ts'
import { categoryPathOf } from './category-path.ts'
import type { ImportedProduct } from './imported-product.ts'
import { languagesOf } from './languages-of.ts'
import { isGtin, parseAmount, parseCount } from './numbers.ts'
import { doubtfulPrices, priceOf, tiersOf } from './prices.ts'
import type { FieldName, RawFields, RawRecord, Reading } from './record.ts'
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
    problems.push(fatal('sku_missing', 'The record has no article number.', 'sku'))
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
  { fields: raw, isSound, textsIn }: RawRecord,
  texts: Texts,
  reading: Reading,
  readUnit: ReadUnit,
): ImportedProduct {
  const { problems } = texts
  const { listPrice, currency } = priceOf(texts, raw, reading, problems)
  const tiers = tiersOf(raw.tiers, reading, problems)
  problems.push(...doubtfulPrices(listPrice, tiers))
  const { decimal } = reading
  const translated = languagesOf(raw.texts, problems, isSound)
  return present({
    sku,
    name: texts.line('name', 500),
    description: texts.long('description', 20_000),
    language: languageIn(texts),
    brand: texts.line('brand', 100),
    mpn: texts.line('mpn', 300),
    gtins: gtinsOf(texts),
    categoryPath: categoryPathOf(texts) ?? categoryIn(translated),
    unit: unitOf(texts, readUnit),
    perQuantity: perQuantityOf(texts, raw, decimal),
    contents: contentsOf(texts, raw, decimal),
    listPrice,
    currency: currency !== undefined && isCurrency(currency) ? currency : undefined,
    tiers,
    onHand: countOf(texts, raw, 'stock', 0, decimal),
    moq: countOf(texts, raw, 'moq', 1, decimal),
    multiple: countOf(texts, raw, 'multiple', 1, decimal),
    leadTimeDays: countOf(texts, raw, 'leadTimeDays', 0, decimal),
    shipTo: shipToOf(texts),
    attributes: attributesOf(raw.attributes, problems, isSound),
    imageUrls: imagesOf(texts),
    classes: texts.list('classes', 20, 100),
    releasedOn: dayOf(texts),
    discontinued: flagOf(texts, raw),
    successor: successorOf(texts, sku),
    texts: translated,
    textsIn: raw.language === undefined ? (textsIn ?? reading.textsIn) : undefined,
  })
}

/** Without a category of its own, the record has that of its first language. */
function categoryIn(texts: ImportedProduct['texts']): readonly string[] | undefined {
  return texts && Object.values(texts).find((text) => text?.category)?.category
}

/** Removes undefined fields, so that absent and undefined are the same. */
function present(product: { [Key in keyof ImportedProduct]: ImportedProduct[Key] | undefined }) {
  const known: Record<string, unknown> = {}
  for (const field in product) {
    const value = product[field as keyof ImportedProduct]
    if (value !== undefined) known[field] = value
  }
  return known as unknown as ImportedProduct
}

function fatal(code: string, message: string, field: FieldName): Problem {
  return { code, message, field, fatal: true }
}

function languageIn(texts: Texts): string | undefined {
  const given = texts.line('language', 40)
  if (given === undefined) return undefined
  const language = languageOf(given)
  if (language === undefined) {
    const message = `${given} is no language: write it as de, de-AT or deu.`
    texts.complain('language_unknown', message, 'language', false)
  }
  return language
}

function gtinsOf(texts: Texts): readonly string[] | undefined {
  const given = texts.list('gtins', 200, 50)
  const digits = given?.map((gtin) => gtin.replace(/[\s-]/g, ''))
  const wrong = digits?.find((gtin) => !isGtin(gtin))
  if (wrong !== undefined) {
    texts.complain('gtin_invalid', `${wrong} is no GTIN: its check digit is wrong.`, 'gtins', false)
  }
  return digits && [...new Set(digits.filter(isGtin))]
}

function unitOf(texts: Texts, readUnit: ReadUnit): string | undefined {
  const given = texts.line('unit', 50)
  if (given === undefined) return undefined
  const code = readUnit(given)
  if (code === undefined) {
    const message = `${given} is no unit of UN/ECE Recommendation 20, and none of its usual names.`
    texts.complain('unit_unknown', message, 'unit', true)
  }
  return code
}

function countOf(
  texts: Texts,
  raw: RawFields,
  field: 'stock' | 'moq' | 'multiple' | 'leadTimeDays' | 'perQuantity',
  least: number,
  decimal: '.' | ',',
): number | undefined {
  const value = raw[field]
  if (value === undefined || value === '') return undefined
  const count = parseCount(value, decimal)
  if (count !== undefined && count >= least) return count
  texts.complain('number_invalid', `This must be a whole number from ${least}.`, field, true)
  return undefined
}

function perQuantityOf(texts: Texts, raw: RawFields, decimal: '.' | ','): number | undefined {
  const count = countOf(texts, raw, 'perQuantity', 1, decimal)
  if (count === undefined || count <= perQuantityMax) return count
  const message = `A price is that of up to ${perQuantityMax} units.`
  texts.complain('number_invalid', message, 'perQuantity', true)
  return undefined
}

/** The largest value of the column. */
const contentsMax = 999_999_999

function contentsOf(texts: Texts, raw: RawFields, decimal: '.' | ','): number | undefined {
  const value = raw.contents
  if (value === undefined || value === '') return undefined
  const contents = parseAmount(String(value).trim(), decimal)
  if (contents?.gt(0) && contents.lte(contentsMax)) return contents.toNumber()
  const message = `Contents are a number above 0, up to ${contentsMax}. They were left out.`
  texts.complain('contents_invalid', message, 'contents', false)
  return undefined
}

function shipToOf(texts: Texts): readonly string[] | undefined {
  const countries = texts.list('shipTo', 300, 10)?.map((code) => code.toUpperCase())
  const wrong = countries?.find((code) => !isCountry(code))
  if (wrong !== undefined) {
    texts.complain('country_unknown', `${wrong} is no country of ISO 3166-1.`, 'shipTo', true)
  }
  return countries && [...new Set(countries)]
}

function imagesOf(texts: Texts): readonly string[] | undefined {
  const addresses = texts.list('images', 20, 2_000)
  const wrong = addresses?.find((address) => !isAddress(address))
  if (wrong !== undefined) {
    texts.complain('image_invalid', 'The address of an image begins with https.', 'images', false)
  }
  return addresses?.filter(isAddress)
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

function dayOf(texts: Texts): string | undefined {
  const given = texts.line('releasedOn', 40)
  if (given === undefined) return undefined
  const day = given.slice(0, 10)
  const time = Date.parse(`${day}T00:00:00Z`)
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(time).toJSON()?.startsWith(day)) return day
  texts.complain('date_invalid', 'A date is written 2026-01-31.', 'releasedOn', false)
  return undefined
}

function successorOf(texts: Texts, sku: string): string | undefined {
  const given = texts.line('successor', 100)
  if (given?.toLowerCase() !== sku.toLowerCase()) return given
  texts.complain('successor_invalid', 'A product cannot replace itself.', 'successor', false)
  return undefined
}

const yes = /^(?:true|1|yes|ja|oui|discontinued|delete)$/i
const no = /^(?:false|0|no|nein|non|active|)$/i

function flagOf(texts: Texts, raw: RawFields): boolean | undefined {
  const value = raw.discontinued
  if (value === undefined || typeof value === 'boolean') return value
  const text = String(value).trim()
  if (yes.test(text)) return true
  if (no.test(text)) return text === '' ? undefined : false
  texts.complain('flag_invalid', 'This is true or false.', 'discontinued', true)
  return undefined
}
