import { describe, expect, it } from 'vitest'
import { fc } from '#testing/fc'
import { parseJson } from './json-body.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

describe('a JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        // What a text cannot hold, or a key may not be called, is refused and tested below.
        fc.pre(!/__proto__|constructor|\\u0000|\\ud[89a-f]/.test(text))
        expect(parse(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    ['{"a":1,"a":2}', 'a key twice'],
    ['{"a":1,"\\u0061":2}', 'a key twice, once escaped'],
    ['[{"b":{"a":1, "c":2,\n"a" :3}}]', 'a key twice, deep'],
    ['{"__proto__":{"admin":true}}', 'a prototype'],
    ['{"\\u005f_proto__":1}', 'a prototype, escaped'],
    ['{"x":{"constructor":{"prototype":{}}}}', 'a constructor'],
    ['{"a":"\\u0000"}', 'a character that PostgreSQL does not take'],
    ['{"\\u0000":1}', 'the same in a key'],
    ['{"a":"\\ud800"}', 'half a surrogate pair'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'too many levels'],
    ['{"a":1', 'an end that is missing'],
    ['{"a":1}x', 'something after the end'],
    ["{'a':1}", 'quotes that are not JSON'],
    ['', 'nothing'],
  ])('%s is refused: %s', (text) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'platform.body_malformed' }))
  })

  it.each([
    ['{"a":{"a":{"a":1}},"b":[{"a":1},{"a":1}]}'],
    ['{"a":"a","b":"a:","c":"{\\"a\\":1,\\"a\\":2}"}'],
    ['"\\\\u0000"'],
    ['["\\ud83d\\ude00","😀","\\\\"]'],
    [' { "a" : [ ] } '],
    [`${'['.repeat(64)}${']'.repeat(64)}`],
  ])('%s is taken', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('is UTF-8', () => {
    const latin = Buffer.from([0x22, 0xe9, 0x22])
    expect(() => parseJson(latin)).toThrow(
      expect.objectContaining({ code: 'platform.body_malformed' }),
    )
  })

  it('of a megabyte is read in a moment', () => {
    const text = JSON.stringify(
      Array.from({ length: 20_000 }, (_, index) => ({ id: `prd_${index}`, quantity: index })),
    )
    const startedAt = performance.now()
    parse(text)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
