import type { Field } from './field.ts'

/** The names of the category from the root. Stores keep the id of the category. */
export const category = {
  name: 'category',
  headers:
    'category categorypath categories producttype kategorie warengruppe produktgruppe categorie rayon famille',
  keys: ['categoryPath'],
  read: (record) => record.categoryPath(),
  digest: 7,
  cell: pathCell,
  example: [
    ['Fasteners', 'Washers'],
    ['Fasteners', 'Rings'],
  ],
} as const satisfies Field<readonly string[]>

/** A backslash escapes the separator inside a name. */
export function pathCell(path: readonly string[]): string {
  return path.map((name) => name.replaceAll('>', '\\>')).join(' > ')
}
