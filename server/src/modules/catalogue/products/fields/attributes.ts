import { Type } from 'typebox'
import { record } from '#kernel/record'
import type { Attribute } from '../attribute.ts'
import type { Column } from './column.ts'
import type { Field } from './field.ts'

const AttributeView = record('ProductAttribute', 'An attribute of a product and its value.', {
  label: Type.String(),
  value: Type.String(),
  kind: Type.Union([Type.Literal('text'), Type.Literal('number'), Type.Literal('flag')]),
  unit: Type.Optional(Type.String()),
})

const column: Column<readonly Attribute[]> = {
  name: 'attributes',
  kind: 'json',
  write: (value) => JSON.stringify(value),
  read: (stored) => stored as readonly Attribute[],
}

export const attributes = {
  name: 'attributes',
  headers: 'attributes features merkmale eigenschaften attributs caracteristiques',
  read: (given) => given.attributes(),
  digest: 16,
  column,
  absent: [],
  isSame: sameAttributes,
  view: {
    schema: Type.Array(AttributeView, {
      description: 'The attributes. A list shows the first eight, a single product all of them.',
    }),
  },
  cell: (value) => (value.length > 0 ? JSON.stringify(value) : ''),
  search: 'words',
  example: [
    [{ label: 'Material', value: 'Steel', kind: 'text' }],
    [{ label: 'Thickness', value: '1.6', kind: 'number', unit: 'mm' }],
  ],
} as const satisfies Field<readonly Attribute[]>

/** Most files do not give the kind of a value. A different guess of the kind is not a change. */
function sameAttributes(one: readonly Attribute[], other: readonly Attribute[]): boolean {
  return (
    one.length === other.length &&
    one.every((attribute, at) => {
      const there = other[at]
      return (
        there?.label === attribute.label &&
        there.value === attribute.value &&
        (there.unit ?? '') === (attribute.unit ?? '')
      )
    })
  )
}
