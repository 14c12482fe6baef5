import { describe, expect, it } from 'vitest'
import { bareNames } from '../../scripts/architecture/bare-names.ts'

describe('a function whose whole name is a participle', () => {
  it.each([
    ['a function', 'function parsed(text: string) {'],
    ['an exported function', 'export function parsed(text: string) {'],
    ['a function with a type parameter', 'export async function parsed<Value>(text: string) {'],
    ['a generator', 'async function* parsed(pieces: Buffer[]) {'],
    ['a function inside another', '  function parsed(text: string) {'],
  ])('is found: %s', (_what, text) => {
    expect(bareNames(`const one = 1\n${text}\n}`)).toEqual([{ name: 'parsed', line: 2 }])
  })

  it.each([
    'function parseBody() {',
    'function parsedBody() {',
    'function format() {',
    'const parsed = 1',
  ])('is not found in %s', (text) => {
    expect(bareNames(text)).toEqual([])
  })
})
