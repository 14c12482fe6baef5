import { expect, it } from 'vitest'
import { isSureCorrection, namingWords } from './complete-query.ts'

it('takes the last word that is no brand and no property for the name of the product', () => {
  expect(named('coffee beans')).toEqual(['beans'])
  expect(named('drill cordless', ['cordless'])).toEqual(['drill'])
  expect(named('hp 940xl', ['hp', '940xl'])).toEqual([])
})

it('looks for the name before the words that say what the product is for', () => {
  expect(named('chaise de bureau')).toEqual(['chaise'])
  expect(named('mop with bucket')).toEqual(['mop'])
})

it('takes all words of the kind that is called', () => {
  expect([...namingWords(['laser', 'printer', 'black'], { from: 0, to: 2 }, () => false)]).toEqual([
    0, 1,
  ])
})

it('trusts a correction that keeps the first letter', () => {
  expect(isSureCorrection('moniter', 'monitor')).toBe(true)
  expect(isSureCorrection('umbrella', 'marella')).toBe(false)
})

function named(query: string, beside: readonly string[] = []) {
  const words = query.split(' ')
  return [...namingWords(words, undefined, (at) => beside.includes(words[at] ?? ''))].map(
    (at) => words[at],
  )
}
