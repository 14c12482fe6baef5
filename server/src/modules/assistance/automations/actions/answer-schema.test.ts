import { describe, expect, it } from 'vitest'
import { readAnswer, requestedSchemaOf } from './answer-schema.ts'

const fields = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['tools', 'food'] },
    count: { type: 'integer' },
    words: { type: 'array', items: { type: 'string' } },
  },
}
const nested = {
  type: 'object',
  properties: { box: { type: 'object', properties: { width: { type: 'number' } } } },
}

describe('a schema that only lists plain fields', () => {
  it('asks for all of them and no other, and for an exact answer', () => {
    expect(requestedSchemaOf({ schema: fields })).toMatchObject({
      schema: { ...fields, required: ['kind', 'count', 'words'], additionalProperties: false },
      strict: true,
    })
    expect(requestedSchemaOf({ schema: fields, strict: false }).strict).toBe(false)
  })

  it('leaves out what nobody asked for', () => {
    const text = JSON.stringify({ kind: 'tools', count: 3, more: 1 })
    expect(readAnswer(requestedSchemaOf({ schema: fields }), text)).toEqual({
      kind: 'tools',
      count: 3,
    })
    const inherited = { type: 'object', properties: { toString: { type: 'string' } } }
    expect(readAnswer(requestedSchemaOf({ schema: inherited }), '{}')).toEqual({})
  })
})

describe('any other schema', () => {
  it.each([
    nested,
    { ...fields, required: [] },
    { ...fields, additionalProperties: true },
    { ...fields, anyOf: [{ required: ['kind'] }] },
    { type: 'object', properties: { lists: { type: 'array', items: fields } } },
    { type: 'array', items: fields },
    { enum: ['yes', 'no'] },
    {},
  ])('goes to the provider as it is: %j', (schema) => {
    expect(requestedSchemaOf({ schema })).toEqual({ schema, strict: false, names: undefined })
    expect(requestedSchemaOf({ schema, strict: true })).toMatchObject({ schema, strict: true })
    expect(readAnswer(requestedSchemaOf({ schema }), '{"more": [1]}')).toEqual({ more: [1] })
  })
})

it('a text that is not JSON is not an answer', () => {
  expect(readAnswer(requestedSchemaOf({ schema: fields }), 'tools')).toBeUndefined()
})
