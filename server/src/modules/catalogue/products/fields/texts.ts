import { noTexts, type ProductTexts, sameTexts, textsJson } from '../product-texts.ts'
import type { Column } from './column.ts'
import type { Field } from './field.ts'
import type { GivenTexts } from './record-reader.ts'

const column: Column<ProductTexts> = {
  name: 'texts',
  kind: 'json',
  write: (value) => textsJson(value),
  read: (stored) => (stored as ProductTexts | null) ?? noTexts,
}

/** The texts in other languages. A table has a column for each of them: `name_de`. */
export const texts = {
  name: 'texts',
  headers: 'texts',
  read: (record) => record.texts,
  digest: 24,
  column,
  absent: noTexts,
  isSame: sameTexts,
  json: (value) => (Object.keys(value).length > 0 ? value : undefined),
  inCsv: false,
  search: 'words',
  example: [
    { fr: { name: 'Rondelle', description: 'Zinguée.' }, it: { name: 'Rondella' } },
    { fr: { name: 'Rondelle plate', description: 'Inox.' }, it: { name: 'Rondella piana' } },
  ],
} as const satisfies Field<ProductTexts, GivenTexts>
