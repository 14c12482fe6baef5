import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { validatorCompiler } from './validation.ts'

const Line = Type.Object({
  sku: Type.String({ maxLength: 3 }),
  quantities: Type.Array(Type.Integer(), { maxItems: 200 }),
})
const Body = Type.Object({
  name: Type.String(),
  lines: Type.Array(Line, { minItems: 1, maxItems: 200 }),
  tags: Type.Array(Type.String(), { maxItems: 200, uniqueItems: true }),
})
const validate = validatorCompiler({
  schema: Body,
  httpPart: 'body',
  method: 'POST',
  url: '/',
}) as (given: unknown) => { error?: { details: { problems: { path: string }[] } } }

describe('an error in a long list', () => {
  it('is named by its position in the request', () => {
    const quantities = Array.from({ length: 180 }, (_, at) => (at === 170 ? 'x' : at))
    const body = { name: 'a', lines: [...lines(150), line(quantities), ...lines(9)], tags: [] }
    expect(pathsOf(body)).toEqual(['body.lines[150].quantities[170]'])
  })

  it('is found beside errors elsewhere', () => {
    const found = pathsOf({ lines: [...lines(150), {}], tags: 7 })
    expect(found).toContain('body.name')
    expect(found).toContain('body.tags')
  })

  it('may come from two entries together', () => {
    const tags = Array.from({ length: 100 }, (_, at) => `${at === 90 ? 3 : at}`)
    expect(pathsOf({ name: 'a', lines: lines(1), tags })).toEqual(['body.tags'])
  })

  it('is found at any position', () => {
    const place = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(199), fc.nat(199))
    fc.assert(
      fc.property(place, ([count, outer, inner]) => {
        const at = outer % count
        const quantities = Array.from({ length: inner + 1 }, (_, n) => (n === inner ? null : n))
        const all = lines(count).map((good, n) => (n === at ? line(quantities) : good))
        expect(pathsOf({ name: 'a', lines: all, tags: [] })).toEqual([
          `body.lines[${at}].quantities[${inner}]`,
        ])
      }),
    )
  })
})

const pathsOf = (body: unknown) => validate(body).error?.details.problems.map(({ path }) => path)

const line = (quantities: unknown[] = []) => ({ sku: 'a', quantities })

const lines = (count: number) => Array.from({ length: count }, () => line())
