import { expect, it } from 'vitest'
import { codeOfCountryName } from './country.ts'
import { nearestTo } from './slips.ts'

it.each([
  ['order.made', 'order.created'],
  ['order.create', 'order.created'],
  ['paymnet.succeeded', 'payment.succeeded'],
  ['something else', undefined],
  ['', undefined],
])('%j is written most like %j', (text, nearest) => {
  const candidates = ['order.created', 'order.shipped', 'payment.succeeded']
  expect(nearestTo(text, candidates)).toBe(nearest)
})

it.each([
  ['Germany', 'DE'],
  [' deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['Österreich', 'AT'],
  ['COTE D’IVOIRE', 'CI'],
  ['Atlantis', undefined],
  ['DE', undefined],
  ['x'.repeat(1_000), undefined],
])('the country %j has the code %j', (name, code) => {
  expect(codeOfCountryName(name)).toBe(code)
})
