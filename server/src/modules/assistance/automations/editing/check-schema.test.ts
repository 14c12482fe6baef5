import { describe, expect, it } from 'vitest'
import { createCompute } from '#platform/compute'
import { createLog, createMetrics } from '#platform/telemetry'
import { closeAtEnd } from '#testing/close-at-end'
import { createConditions } from './conditions.ts'

const compute = closeAtEnd(
  createCompute({ log: createLog({ level: 'silent' }), metrics: createMetrics() }),
)
const { acceptSchema, problemOf } = createConditions(compute, [])

const tree = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      properties: {
        name: { type: 'string', pattern: '^[a-z]+$' },
        children: { type: 'array', items: { $ref: '#/$defs/node' } },
      },
      required: ['name'],
      additionalProperties: false,
    },
  },
}

describe('a schema', () => {
  it.each([
    {},
    tree,
    { type: 'array', prefixItems: [{ const: 1 }], items: false },
    { $ref: '#leaf', $defs: { leaf: { $anchor: 'leaf', type: 'null' } } },
    { definitions: { a: { type: 'number' } }, properties: { x: { $ref: '#/definitions/a' } } },
    { enum: [{ pattern: '(', $ref: '#/nowhere' }] },
    { properties: { pattern: { type: 'string' }, $ref: { type: 'string' } } },
    { type: 'something new' },
  ])('is accepted: %j', async (schema) => {
    await expect(acceptSchema('co_1', schema)).resolves.toBeUndefined()
  })

  it.each([
    ['/properties/a~1b', 'regular expression', { properties: { 'a/b': { pattern: '(' } } }],
    ['', 'regular expression', { patternProperties: { '[': true } }],
    ['/items', 'does not contain', { items: { $ref: '#/$defs/none' } }],
    ['', 'does not contain', { $ref: 'https://example.com/schema.json' }],
    ['', 'without end', { $ref: '#' }],
    ['/$defs/b', 'without end', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
  ])('is refused at "%s", because it %s: %j', async (at, reason, schema) => {
    await expect(acceptSchema('co_1', schema)).rejects.toMatchObject({
      code: 'automations.schema_invalid',
      details: { at, reason: expect.stringContaining(reason) },
    })
  })
})

describe('an answer', () => {
  it.each([
    [{ name: 'a', children: [{ name: 'b' }] }, undefined],
    [{ name: 'a', children: [{ name: 'B' }] }, '/children/0/name'],
    [{ name: 'a', children: [{}] }, '/children/0'],
    [{ name: 'a', more: 1 }, '/more is not'],
    ['a', 'The whole'],
  ])(
    '%j keeps to its schema, or the first place that does not is named: %s',
    async (answer, place) => {
      const problem = await problemOf('co_1', tree, answer)
      if (place === undefined) expect(problem).toBeUndefined()
      else expect(problem).toMatch(new RegExp(`^${place} `))
    },
  )

  it('whose check does not end is given up, and the next one is checked', async () => {
    const schema = { type: 'string', pattern: '^(a+)+$' }
    await expect(problemOf('co_1', schema, `${'a'.repeat(60)}!`)).rejects.toMatchObject({
      why: 'timeout',
    })
    expect(await problemOf('co_1', schema, 'aaa')).toBeUndefined()
  })
})
