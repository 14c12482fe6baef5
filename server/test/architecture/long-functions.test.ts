import { describe, expect, it } from 'vitest'
import { longFunctions } from '../../scripts/architecture/long-functions.ts'

/** `before`, so many lines, and `after`: the first and the last line count. */
const text = (before: string, lines: number, after: string) =>
  [before, ...Array.from({ length: lines - 2 }, () => '  work()'), after].join('\n')

describe('a function of more than 70 lines', () => {
  it.each([
    ['a function', 'function one() {', '}', 'one'],
    ['an arrow function', 'const one = async () => {', '}', 'one'],
    ['a method', 'const some = { one() {', '} }', 'one'],
    ['the value of a property', 'const some = { one: () => {', '} }', 'one'],
    ['a method of a class', 'class Some { one() {', '} }', 'one'],
    ['a constructor', 'class Some { constructor() {', '} }', 'constructor'],
    ['a function without a name', 'run(() => {', '})', 'a function'],
  ])('is found: %s', (_what, before, after, name) => {
    expect(longFunctions('some.ts', text(before, 71, after))).toEqual([
      { name, line: 1, lines: 71 },
    ])
    expect(longFunctions('some.ts', text(before, 70, after))).toEqual([])
  })

  it('is found with the function around it', () => {
    const inner = text('const inner = () => {', 80, '}')
    const found = longFunctions('some.ts', `function outer() {\n${inner}\n}`)
    expect(found.map(({ name, line }) => [name, line])).toEqual([
      ['outer', 1],
      ['inner', 2],
    ])
  })

  it('counts comments and empty lines', () => {
    const body = ['function one() {', ...Array.from({ length: 69 }, () => '  // why\n'), '}']
    expect(longFunctions('some.ts', body.join('\n'))).toHaveLength(1)
  })
})
