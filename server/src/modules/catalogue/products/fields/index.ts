/**
 * The fields of a product, each with all that anybody does with it. A child process that may read no files uses them, so
 * they use no other module, no database and no file.
 */
import type { ProductTexts } from '../product-texts.ts'
import { attributes } from './attributes.ts'
import { backorder } from './backorder.ts'
import { brand } from './brand.ts'
import { category } from './category.ts'
import { classes } from './classes.ts'
import type { Column } from './column.ts'
import { contents } from './contents.ts'
import { description } from './description.ts'
import { discontinued, successor } from './end-of-sale.ts'
import type { BmecatPart, Field } from './field.ts'
import { gtins } from './gtins.ts'
import { harmonizedCode } from './harmonized-code.ts'
import { imageUrls } from './image-urls.ts'
import { language } from './language.ts'
import { leadTimeDays } from './lead-time.ts'
import { mpn } from './mpn.ts'
import { name } from './name.ts'
import { perQuantity } from './per-quantity.ts'
import { currency, listPrice, tiers } from './price.ts'
import { moq, multiple, onHand } from './quantities.ts'
import { accessories, compatibleWith, substitutes } from './references.ts'
import { releasedOn } from './released-on.ts'
import { shipTo } from './ship-to.ts'
import { sku } from './sku.ts'
import { texts } from './texts.ts'
import { unit } from './unit.ts'

/** In the order of exports, by their names inside. A new field stands at the end. */
export const fields = {
  sku,
  name,
  description,
  language,
  brand,
  mpn,
  gtins,
  categoryPath: category,
  unit,
  perQuantity,
  contents,
  listPrice,
  currency,
  tiers,
  onHand,
  moq,
  multiple,
  leadTimeDays,
  shipTo,
  attributes,
  imageUrls,
  classes,
  releasedOn,
  discontinued,
  successor,
  texts,
  harmonizedCode,
  substitutes,
  accessories,
  compatibleWith,
  backorder,
}

export type Fields = typeof fields
export type FieldKey = keyof Fields
/** What a field is called in files. */
export type FieldName = Fields[FieldKey]['name']

type Given<Key extends FieldKey> = Exclude<ReturnType<Fields[Key]['read']>, undefined>

/** The values of a record of a file. Absent fields do not change. */
export type GivenValues = { readonly [Key in FieldKey]?: Given<Key> }

type StoredKey = {
  [Key in FieldKey]: Fields[Key] extends { readonly stored: false } ? never : Key
}[FieldKey]

type MayLack<Key extends FieldKey> = Fields[Key] extends { readonly absent: undefined }
  ? undefined
  : never

/** The values of a product. */
export type StoredValues = {
  readonly [Key in Exclude<StoredKey, 'texts'>]: Given<Key> | MayLack<Key>
} & { readonly texts: ProductTexts }

/** A field with its name inside, for those who iterate over all of them. */
export type AnyField = Field<unknown> & { readonly key: FieldKey }
type ColumnField = AnyField & { readonly key: StoredKey; readonly column: Column<unknown> }
type StoredField = AnyField & { readonly key: StoredKey }

export const allFields: readonly AnyField[] = Object.entries<Field<unknown>>(fields).map(
  ([key, field]) => ({ ...field, key: key as FieldKey }),
)
export const storedFields = allFields.filter((field) => field.stored !== false) as StoredField[]
/** The fields in columns of `products.products`. */
export const columnFields = storedFields.filter(({ column }) => column) as ColumnField[]
export const fieldNames = allFields.map(({ name }) => name) as FieldName[]

export { pathCell } from './category.ts'
export type { RecordReader, Tier } from './record-reader.ts'
export type { BmecatPart, Field }
