import { Type } from 'typebox'
import { textColumn } from './column.ts'
import type { Field } from './field.ts'

export const description = {
  name: 'description',
  headers:
    'description longdescription descriptionlong longtext beschreibung langtext langbeschreibung descriptionlongue descriptif',
  read: (record, name) => record.long(name, 20_000),
  digest: 2,
  column: textColumn('description'),
  absent: '',
  view: { schema: Type.String() },
  google: 'description',
  search: 'words',
  example: ['Zinc plated.', 'Stainless.'],
} as const satisfies Field<string>
