import { Type } from 'typebox'
import Format from 'typebox/format'
import { describe, expect, it } from 'vitest'
import { validatorCompiler } from './validation.ts'

const read: number[] = []
Format.Set('counted', (text) => {
  read.push(text.length)
  return text === 'right'
})

const validate = validatorCompiler({
  schema: Type.Object({
    counted: Type.Optional(Type.String({ minLength: 2, maxLength: 10, format: 'counted' })),
    // Each further character doubles what a text that does not fit costs.
    doubling: Type.Optional(Type.String({ maxLength: 10, pattern: '^(?:[a-z]+)+$' })),
    choice: Type.Optional(
      Type.Union([
        Type.Object({
          kind: Type.Literal('a'),
          text: Type.String({ maxLength: 10, format: 'counted' }),
        }),
        Type.Object({
          kind: Type.Literal('b'),
          list: Type.Array(Type.String({ maxLength: 5, format: 'counted' })),
        }),
      ]),
    ),
    pattern: Type.Optional(Type.String({ format: 'date' })),
  }),
  method: 'POST',
  url: '/things',
  httpPart: 'body',
} as never) as (value: unknown) => { readonly error?: { readonly details: object } }

describe('the explanation of a refusal', () => {
  it('reads no form of a text that is too long or too short', () => {
    read.length = 0
    const long = 'x'.repeat(11)
    expect(problemsOf({ counted: long })).toEqual([most('counted', 10)])
    expect(problemsOf({ counted: 'x' })).toEqual([
      { path: 'body.counted', message: 'must have at least 2 characters' },
    ])
    expect(problemsOf({ choice: { kind: 'a', text: long } })).toEqual([most('choice.text', 10)])
    expect(problemsOf({ choice: { kind: 'b', list: [long] } })).toEqual([most('choice.list[0]', 5)])
    expect(read).toEqual([])
    expect(problemsOf({ doubling: `${'a'.repeat(1_000)}!` })).toEqual([most('doubling', 10)])
  })

  it('names the form of a text that has the right length', () => {
    expect(problemsOf({ counted: 'wrong', doubling: '1', pattern: '1' })).toEqual([
      { path: 'body.counted', message: 'must be in the format counted' },
      { path: 'body.doubling', message: 'must have the form ^(?:[a-z]+)+$' },
      { path: 'body.pattern', message: 'must be a date such as 2026-01-31' },
    ])
    expect(problemsOf({ choice: { kind: 'a', text: 'wrong' } })).toEqual([
      { path: 'body.choice.text', message: 'must be in the format counted' },
    ])
    expect(validate({ counted: 'right' })).toEqual({ value: { counted: 'right' } })
  })
})

const most = (path: string, limit: number) => ({
  path: `body.${path}`,
  message: `must have at most ${limit} characters`,
})

function problemsOf(value: unknown): unknown {
  return (validate(value).error?.details as { problems?: unknown } | undefined)?.problems
}
