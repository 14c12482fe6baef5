import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { closeSchema } from './close-schema.ts'

describe('a closed schema', () => {
  it('refuses an unknown field at any depth', () => {
    const schema = Type.Object({
      inner: Type.Object({ list: Type.Array(Type.Object({ name: Type.String() })) }),
    })
    expect(takes(schema, { inner: { list: [{ name: 'a' }] } })).toBe(true)
    expect(takes(schema, { inner: { list: [{ name: 'a' }] }, more: 1 })).toBe(false)
    expect(takes(schema, { inner: { list: [], more: 1 } })).toBe(false)
    expect(takes(schema, { inner: { list: [{ name: 'a', more: 1 }] } })).toBe(false)
  })

  it('refuses an unknown field in every form of a union, and in optional parts', () => {
    const schema = Type.Object({
      pay: Type.Optional(
        Type.Union([
          Type.Object({ kind: Type.Literal('card'), card: Type.String() }),
          Type.Object({ kind: Type.Literal('bank'), iban: Type.String() }),
        ]),
      ),
    })
    expect(takes(schema, {})).toBe(true)
    expect(takes(schema, { pay: { kind: 'card', card: 'x' } })).toBe(true)
    expect(takes(schema, { pay: { kind: 'card', card: 'x', iban: 'y' } })).toBe(false)
  })

  it('covers the fields of all parts of an intersection', () => {
    const schema = Type.Intersect([
      Type.Object({ a: Type.Object({ b: Type.String() }) }),
      Type.Object({ c: Type.String() }),
    ])
    expect(takes(schema, { a: { b: '' }, c: '' })).toBe(true)
    expect(takes(schema, { a: { b: '' }, c: '', d: 1 })).toBe(false)
    expect(takes(schema, { a: { b: '', d: 1 }, c: '' })).toBe(false)
  })

  it('leaves alone what declares itself open', () => {
    const open = Type.Object({ a: Type.String() }, { additionalProperties: true })
    const record = Type.Object({ labels: Type.Record(Type.String(), Type.String()) })
    expect(takes(open, { a: '', b: 1 })).toBe(true)
    expect(takes(record, { labels: { any: 'thing' } })).toBe(true)
    expect(takes(record, { labels: { any: 1 } })).toBe(false)
  })

  it('changes neither its source schema nor the data', () => {
    const schema = Type.Object(
      { a: Type.Object({ b: Type.String() }) },
      { examples: [{ properties: {} }] },
    )
    const before = JSON.stringify(schema)
    const closed = closeSchema(schema)
    expect(JSON.stringify(schema)).toBe(before)
    expect(closed).toMatchObject({ examples: [{ properties: {} }] })
  })
})

const takes = (schema: object, value: unknown) => Compile(closeSchema(schema)).Check(value)
