import { expect, it } from 'vitest'
import { isSureCorrection, namingWords } from './complete-query.ts'

it('the last word that is neither a brand nor an attribute is the name of the product', () => {
  expect(named('coffee beans')).toEqual(['beans'])
  expect(named('drill cordless', ['cordless'])).toEqual(['drill'])
  expect(named('hp 940xl', ['hp', '940xl'])).toEqual([])
})

it('the name stands before the words for the purpose', () => {
  expect(named('chaise de bureau')).toEqual(['chaise'])
  expect(named('mop with bucket')).toEqual(['mop'])
})

it('a kind of several words takes all of them', () => {
  expect([...namingWords(['laser', 'printer', 'black'], { from: 0, to: 2 }, () => false)]).toEqual([
    0, 1,
  ])
})

it('a correction keeps the first letter', () => {
  expect(isSureCorrection('moniter', 'monitor')).toBe(true)
  expect(isSureCorrection('umbrella', 'marella')).toBe(false)
})

function named(query: string, beside: readonly string[] = []) {
  const words = query.split(' ')
  return [...namingWords(words, undefined, (at) => beside.includes(words[at] ?? ''))].map(
    (at) => words[at],
  )
}
