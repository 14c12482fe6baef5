import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { shapeOf } from './body-shape.ts'
import { parseJson } from './json-body.ts'

describe('a JSON body', () => {
  it('is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        // Texts and keys that are refused have tests of their own below.
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
  ])('%s is accepted', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('is UTF-8', () => {
    const latin = Buffer.from([0x22, 0xe9, 0x22])
    expect(() => parseJson(latin)).toThrow(
      expect.objectContaining({ code: 'platform.body_malformed' }),
    )
  })
})

const Lines = Type.Array(
  Type.Object({ sku: Type.String(), notes: Type.Array(Type.String(), { maxItems: 2 }) }),
  { maxItems: 3 },
)
const Order = Type.Object({
  lines: Lines,
  either: Type.Union([Type.Array(Type.Integer(), { maxItems: 1 }), Type.Object({ all: Lines })]),
  labels: Type.Record(Type.String(), Type.Array(Type.String(), { maxItems: 2 })),
})

describe('a JSON body that is too large for its route', () => {
  const shape = shapeOf(Order)
  const entries = (count: number, entry = '"a"') => `[${Array(count).fill(entry).join(',')}]`
  const fields = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')

  it.each([
    [`{${fields(1_001)}`, 'body', 'must have at most 1000 fields'],
    [`{"lines":[{${fields(1_001)}`, 'body.lines[0]', 'must have at most 1000 fields'],
    ['{"lines":[{},{},{},{}', 'body.lines', 'must have at most 3 entries'],
    ['{"lines":[{},{"notes":["a","b","c"', 'body.lines[1].notes', 'must have at most 2 entries'],
    ['{"either":[1,2', 'body.either', 'must have at most 1 entries'],
    ['{"either":{"all":[1,2,3,4', 'body.either.all', 'must have at most 3 entries'],
    ['{"labels":{"a \\" b":["a","b","c"', 'body.labels.a \\" b', 'must have at most 2 entries'],
    [
      `{"extra":${entries(10_000, '{}')}`,
      'body.extra',
      'holds more than 10000 values that this route does not know',
    ],
    [
      entries(11, `{${fields(1_000)}}`),
      'body[9]',
      'holds more than 10000 values that this route does not know',
    ],
  ])('is refused at the limit, before the rest is read (%#)', (text, path, message) => {
    // The rest is not JSON: a reader that read it to the end would report that first.
    expect(() => parseJson(Buffer.from(`${text} !`), shape)).toThrow(
      expect.objectContaining({
        code: 'platform.request_invalid',
        details: { problems: [{ path, message }] },
      }),
    )
  })

  it('is accepted at its limits', () => {
    const text = `{"lines":${entries(3, '{"notes":["a","b"]}')},"either":[1],"extra":${entries(100)}}`
    expect(parseJson(Buffer.from(text), shape)).toEqual(JSON.parse(text))
    const wide = `{${fields(1_000)}}`
    expect(parseJson(Buffer.from(wide), shape)).toEqual(JSON.parse(wide))
  })
})

const parse = (text: string) => parseJson(Buffer.from(text))
