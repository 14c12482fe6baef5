import type { Static } from 'typebox'
import { Value } from 'typebox/value'
import { languageOf } from '#kernel/language'
import { assertCurrencyKnown } from '#modules/products'
import { fieldNames } from '#modules/products/fields'
import { fail } from './failures.ts'
import type { ImportOptions } from './import.ts'
import { textColumnOf } from './reading/columns.ts'
import { delimiters, UploadQuery } from './schemas.ts'

/** Reads the import options from the query of the request. */
export function importOptionsOf(query: Static<typeof UploadQuery>): ImportOptions {
  const { format, currency, language, delimiter, encoding, mapping } = query
  assertCurrencyKnown(currency)
  if (language !== undefined && languageOf(language) === undefined) {
    throw fail('language_unknown', { language })
  }
  return {
    replace: query.replace,
    discontinueMaxPercent: query.discontinueMaxPercent,
    ...(format === undefined ? {} : { format }),
    ...(currency === undefined ? {} : { currency }),
    ...(language === undefined ? {} : { language }),
    ...(delimiter === undefined ? {} : { delimiter: delimiters[delimiter] }),
    ...(encoding === undefined ? {} : { encoding }),
    ...(mapping === undefined ? {} : { mapping: mappingIn(mapping) }),
  }
}

/** Like `importOptionsOf`, for unchecked words, such as those of a command line. Throws if a word is not valid. */
export function importOptionsFrom(words: Readonly<Record<string, unknown>>): ImportOptions {
  const given = Object.entries(words).filter(([, word]) => word !== undefined)
  const query = Value.Default(UploadQuery, Object.fromEntries(given))
  const [wrong] = Value.Errors(UploadQuery, query)
  if (wrong) throw new Error(`${wrong.instancePath.slice(1)} ${wrong.message}.`)
  return importOptionsOf(query as Static<typeof UploadQuery>)
}

const fields: ReadonlySet<string> = new Set(['', ...fieldNames])
const columnsMax = 500

/** An empty field ignores the column. `attribute:Colour` makes it the attribute with that label, `name_de` the German name. */
function mappingIn(text: string): Readonly<Record<string, string>> {
  const refuse = () => fail('import_mapping_invalid', { fields: fieldNames })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse()
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse()
  const entries = Object.entries(value)
  const isKnown = (field: unknown) =>
    typeof field === 'string' &&
    (fields.has(field) || /^attribute:.{1,100}$/.test(field) || textColumnOf(field) !== undefined)
  if (entries.length > columnsMax || !entries.every(([, field]) => isKnown(field))) throw refuse()
  return Object.fromEntries(entries) as Record<string, string>
}
