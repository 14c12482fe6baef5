import { Type } from 'typebox'
import { languageOf } from '#kernel/language'
import { defaultLanguage } from '../language.ts'
import { textColumn } from './column.ts'
import type { Field } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** The own language of the product, as two letters (ISO 639-1). */
export const language = {
  name: 'language',
  headers: 'language lang locale contentlanguage sprache langue',
  read: languageIn,
  digest: 3,
  column: textColumn('language'),
  absent: defaultLanguage,
  view: {
    schema: Type.String({
      description:
        'The language of `name`, `description`, `category.path` and `attributes`, as two letters (ISO 639-1): that of the request if the product has a name in it, else its own.',
    }),
  },
  search: 'words',
  example: ['en', 'de'],
} as const satisfies Field<string>

function languageIn(record: RecordReader, name: string): string | undefined {
  const given = record.line(name, 40)
  if (given === undefined) return undefined
  const known = languageOf(given)
  if (known === undefined) {
    const message = `${given} is not a language. Write it as de, de-AT or deu.`
    record.complain('language_unknown', message, name, false)
  }
  return known
}
