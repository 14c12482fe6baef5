import { describe, expect, it } from 'vitest'
import { type AnswerSchema, readAnswer, strictSchemaOf } from './answer-schema.ts'

const schema: AnswerSchema = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['tools', 'food'] },
    count: { type: 'integer' },
    words: { type: 'array', items: { type: 'string' } },
  },
}
const good = { kind: 'tools', count: 3, words: ['a'] }

describe('an answer', () => {
  it('has the fields that were asked for, and no other', () => {
    expect(readAnswer(schema, JSON.stringify({ ...good, more: 1 }))).toEqual(good)
  })

  it.each([
    'no JSON',
    'null',
    '[]',
    '"text"',
    JSON.stringify({ ...good, kind: 'cars' }),
    JSON.stringify({ ...good, count: 1.5 }),
    JSON.stringify({ ...good, count: '3' }),
    JSON.stringify({ ...good, words: 'a' }),
    JSON.stringify({ ...good, words: [1] }),
    JSON.stringify({ ...good, words: Array.from({ length: 101 }, () => 'a') }),
    JSON.stringify({ kind: 'tools', count: 3 }),
  ])('does not keep to the schema: %s', (text) => {
    expect(readAnswer(schema, text)).toBeUndefined()
  })

  it('of inherited fields is none', () => {
    const properties = { toString: { type: 'string' as const } }
    const inherited = { type: 'object' as const, properties } as unknown as AnswerSchema
    expect(readAnswer(inherited, '{}')).toBeUndefined()
  })

  it('is asked for with all fields', () => {
    expect(strictSchemaOf(schema)).toMatchObject({
      required: ['kind', 'count', 'words'],
      additionalProperties: false,
    })
  })
})
