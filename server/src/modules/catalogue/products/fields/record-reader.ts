import type { Decimal } from 'decimal.js'
import type { Quantity } from '#kernel/quantity'
import type { Attribute } from '../attribute.ts'
import type { ProductText } from '../product-texts.ts'

export type Tier = { readonly minQuantity: Quantity; readonly unitPrice: Decimal }

/** Texts by language, as two letters. Null removes a language. */
export type GivenTexts = Readonly<Record<string, ProductText | null>>

/**
 * Reads the values of one record of a file. `name` is the name of the field in files. What cannot be read is reported as
 * a problem of the record.
 */
export type RecordReader = {
  /** The article number. */
  readonly sku: string
  /** The value as it stands in the file. */
  raw(name: string): unknown
  /** A text on one line. Undefined when it is absent or empty. */
  line(name: string, max: number): string | undefined
  /** A text with line breaks, cut at the limit. An empty text counts as a value. */
  long(name: string, max: number): string | undefined
  /** A list, or one text with parts separated by `|`. */
  list(name: string, max: number, eachMax: number): readonly string[] | undefined
  /** A whole number. */
  count(name: string, least: number): number | undefined
  /** A number with up to three decimals. */
  quantity(name: string, least: Quantity): Quantity | undefined
  /** An amount as people write it, by the decimal separator of the file. */
  amountIn(text: string): Decimal | undefined
  /** The code of a unit of measure. */
  unitIn(text: string): string | undefined
  /** The price, with the currency that stands beside it or in its own field. */
  readonly price: { readonly listPrice: Decimal | undefined; readonly currency: string | undefined }
  readonly tiers: readonly Tier[] | undefined
  readonly texts: GivenTexts | undefined
  categoryPath(): readonly string[] | undefined
  attributes(): readonly Attribute[] | undefined
  /** Reports a problem. A fatal one refuses the record. */
  complain(code: string, message: string, name: string, fatal: boolean): void
}
