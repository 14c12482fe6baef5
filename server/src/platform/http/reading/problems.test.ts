import { type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { closeSchema } from './close-schema.ts'
import './instant-format.ts'
import { problemsOf } from './problems.ts'

describe('validation problems', () => {
  it('name the field and the expected value', () => {
    const schema = Type.Object({
      name: Type.String({ minLength: 1 }),
      mail: Type.String({ format: 'email' }),
      lines: Type.Array(Type.Object({ quantity: Type.Integer({ minimum: 1 }) }), { minItems: 1 }),
      at: Type.Optional(Type.String({ format: 'date-time' })),
    })
    const value = {
      name: '',
      lines: [{ quantity: '1' }, { quantity: 0, colour: 'red' }],
      at: 'now',
    }
    expect(problems(schema, { ...value, extra: 1 })).toEqual(
      expect.arrayContaining([
        { path: 'body.extra', message: 'is not a known field' },
        { path: 'body.mail', message: 'is required' },
        { path: 'body.name', message: 'must not be empty' },
        { path: 'body.lines[0].quantity', message: 'must be a whole number' },
        { path: 'body.lines[1].quantity', message: 'must be at least 1' },
        { path: 'body.lines[1].colour', message: 'is not a known field' },
        { path: 'body.at', message: 'must be an instant such as 2026-01-31T09:30:00Z' },
      ]),
    )
    expect(problems(schema, undefined)).toEqual([{ path: 'body', message: 'must be an object' }])
  })

  it('refuse an instant that cannot be stored', () => {
    const schema = Type.Object({ at: Type.String({ format: 'date-time' }) })
    const taken = ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.123456+05:45']
    for (const at of taken) expect(problems(schema, { at })).toEqual([])
    const refused = [
      '2026-12-31T23:59:60Z',
      '2026-01-31T10:00:00Z[Europe/Paris]',
      '2026-01-31T10:00:00Z[u-ca=hebrew]',
      '2026-02-30T10:00:00Z',
    ]
    const [problem] = problems(schema, { at: 'now' })
    for (const at of refused) expect(problems(schema, { at })).toEqual([problem])
  })

  it('describe the pattern of a text, in words where they exist', () => {
    const schema = Type.Object({
      country: Type.String({ pattern: '^[A-Za-z]{2}$' }),
      name: Type.String({ pattern: '\\S' }),
      amount: Type.String({ pattern: '^[0-9]{1,12}(\\.[0-9]{1,4})?$' }),
      code: Type.String({ pattern: '^[a-z]+_[0-9]+$' }),
    })
    expect(problems(schema, { country: 'd1', name: ' ', amount: '1,5', code: '7' })).toEqual([
      { path: 'body.country', message: 'must be two letters, such as DE' },
      { path: 'body.name', message: 'must not be blank' },
      {
        path: 'body.amount',
        message:
          'must be a decimal number such as 12.5, with at most 12 digits before the point and 4 after it',
      },
      { path: 'body.code', message: 'must have the form ^[a-z]+_[0-9]+$' },
    ])
  })

  it('list the values of a choice', () => {
    const schema = Type.Object({ state: Type.Union([Type.Literal('A'), Type.Literal('B')]) })
    expect(problems(schema, { state: 'C' })).toEqual([
      { path: 'body.state', message: 'must be one of A, B' },
    ])
  })

  it('describe the variant that the caller meant', () => {
    const schema = Type.Object({
      pay: Type.Union([
        Type.Object({ kind: Type.Literal('card'), digits: Type.String() }),
        Type.Object({ kind: Type.Literal('bank'), iban: Type.String({ minLength: 5 }) }),
      ]),
    })
    expect(problems(schema, { pay: { kind: 'bank', iban: 'x' } })).toEqual([
      { path: 'body.pay.iban', message: 'must have at least 5 characters' },
    ])
    expect(problems(schema, { pay: { kind: 'bank', iban: 'xxxxx', digits: '1' } })).toEqual([
      { path: 'body.pay.digits', message: 'is not a known field' },
    ])
    expect(problems(schema, { pay: 5 })).toEqual([
      { path: 'body.pay', message: 'must be an object' },
    ])
    expect(problems(schema, { pay: { kind: 'gold' } })).toEqual([
      { path: 'body.pay.kind', message: 'must be one of card, bank' },
    ])
  })

  it('name the possible types', () => {
    const schema = Type.Object({ note: Type.Union([Type.String(), Type.Null()]) })
    expect(problems(schema, { note: 1 })).toEqual([
      { path: 'body.note', message: 'must be a text or null' },
    ])
    const union = Type.Object({ note: Type.Union([Type.String({ maxLength: 2 }), Type.Null()]) })
    expect(problems(union, { note: 'long' })).toEqual([
      { path: 'body.note', message: 'must have at most 2 characters' },
    ])
  })

  it('never repeat the input, and are limited in number', () => {
    const schema = Type.Object({ card: Type.Integer() })
    expect(JSON.stringify(problems(schema, { card: '4111111111111111' }))).not.toContain('4111')
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, 1]))
    expect(problems(schema, many).length).toBeLessThanOrEqual(20)
    const [long] = problems(Type.Object({}), { ['x'.repeat(5_000)]: 1 })
    expect(long?.path.length).toBeLessThan(80)
  })
})

function problems(schema: TSchema, value: unknown) {
  const closed = closeSchema(schema)
  return problemsOf('body', closed, Compile(closed).Errors(value))
}
