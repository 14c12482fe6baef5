import { typeParsers } from './type-parsers.ts'

/** How to read the rows of a statement. */
export type RowShape = readonly Column[]

type Column = { readonly name: string; readonly read: (text: string) => unknown }

export type FieldDescription = { readonly name: string; readonly dataTypeID: number }

/** The shape of a statement that returns no rows. */
export const noRows: RowShape = []

export function shapeOf(fields: readonly FieldDescription[]): RowShape {
  return fields.map(({ name, dataTypeID }) => ({
    name,
    read: typeParsers.getTypeParser(dataTypeID, 'text'),
  }))
}

export function rowOf(shape: RowShape, texts: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let at = 0; at < shape.length; at += 1) {
    const { name, read } = shape[at] as Column
    const text = texts[at]
    row[name] = text === null || text === undefined ? null : read(text)
  }
  return row
}
