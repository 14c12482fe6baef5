import { describe, expect, it } from 'vitest'
import {
  areaEdges,
  foldersOf,
  importProblems,
  upwardEdges,
} from '../../scripts/architecture/module-map.ts'

const areas = {
  base: { fx: [], tax: ['fx'] },
  purchasing: { cart: ['fx', 'tax'], orders: ['cart', 'fx'] },
}

it('a module has its folder in its area', () => {
  expect(foldersOf(areas).get('tax')).toBe('server/src/modules/base/tax')
})

describe('an edge', () => {
  it('may lead to a module above', () => {
    expect(upwardEdges(areas)).toEqual([])
  })

  it.each([
    ['to an area below', { base: { fx: ['cart'] }, purchasing: { cart: [] } }],
    ['to a module below in the same area', { purchasing: { fx: ['cart'], cart: [] } }],
    ['in a circle', { base: { fx: ['cart'] }, purchasing: { cart: ['fx'] } }],
  ])('may not lead %s', (_what, wrong) => {
    expect(upwardEdges(wrong)).toEqual(['fx uses cart, which does not stand above it.'])
  })

  it('may not lead to a module that does not exist', () => {
    expect(upwardEdges({ base: { fx: ['rates'] } })).toEqual([
      'fx uses rates, which does not stand above it.',
    ])
  })
})

it('an edge between areas has the edges between modules that need it', () => {
  expect([...areaEdges(areas)]).toEqual([
    ['purchasing → base', ['cart → fx', 'cart → tax', 'orders → fx']],
  ])
})

describe('the imports', () => {
  const whole = {
    '#kernel/*': './src/kernel/*.ts',
    '#modules/fx': './src/modules/base/fx/index.ts',
    '#modules/tax': './src/modules/base/tax/index.ts',
    '#modules/cart': './src/modules/purchasing/cart/index.ts',
    '#modules/orders': './src/modules/purchasing/orders/index.ts',
  }

  it('name each module', () => {
    expect(importProblems(areas, whole)).toEqual([])
  })

  it('may name a folder of a module', () => {
    const more = { ...whole, '#modules/fx/rates': './src/modules/base/fx/rates/index.ts' }
    expect(importProblems(areas, more)).toEqual([])
  })

  it('lack none', () => {
    const { '#modules/tax': _left, ...rest } = whole
    expect(importProblems(areas, rest)).toEqual(['#modules/tax is missing.'])
  })

  it('lead to the folder of the module', () => {
    const moved = { ...whole, '#modules/tax': './src/modules/purchasing/tax/index.ts' }
    expect(importProblems(areas, moved)).toEqual([
      '#modules/tax should be ./src/modules/base/tax/index.ts.',
    ])
  })

  it('name no module that does not exist', () => {
    const more = { ...whole, '#modules/rates': './src/modules/base/rates/index.ts' }
    expect(importProblems(areas, more)).toEqual([
      '#modules/rates should be left out: it is no module.',
    ])
  })
})
