import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { conditionSchemas, fieldsReadBy, matches } from './condition-fields.ts'
import type { Conditions, OrderFacts } from './rule.ts'

describe('a rule', () => {
  it('without conditions applies to every order, and is about all of it', () => {
    expect(applies({}, {})).toBe(true)
    expect(fieldsReadBy({ conditions: conditionsWith({}) })).toEqual(['content'])
  })

  it('needs all of its conditions', () => {
    const both = { supplierIds: ['co_1'], unitIds: ['unt_1'] }
    expect(applies(both, { supplierIds: new Set(['co_1']) })).toBe(false)
    const order = { supplierIds: new Set(['co_1']), unitIds: new Set(['unt_1', 'unt_0']) }
    expect(applies(both, order)).toBe(true)
    expect(fieldsReadBy({ conditions: conditionsWith(both) })).toEqual(['suppliers', 'units'])
  })

  it('has a condition for each field of the API', () => {
    expect(Object.keys(conditionSchemas)).toEqual(Object.keys(conditionsWith({})))
  })

  it.each([
    ['amountFrom', 'total', { amountFrom: euros(100n) }, {}, { total: euros(99n) }],
    ['categoryIds', 'categories', { categoryIds: ['a', 'b'] }, { categoryIds: set('b') }, {}],
    ['costCenters', 'costCenters', { costCenters: ['a'] }, { costCenters: set('a') }, {}],
    ['requesterIds', 'requester', { requesterIds: ['usr_1'] }, {}, { requesterId: 'usr_2' }],
    [
      'requesterRoles',
      'requester',
      { requesterRoles: ['buyer' as const] },
      { requesterRoles: new Set(['buyer' as const]) },
      { requesterRoles: new Set(['approver' as const]) },
    ],
    ['supplierIds', 'suppliers', { supplierIds: ['a'] }, { supplierIds: set('a', 'b') }, {}],
    ['unitIds', 'units', { unitIds: ['top'] }, { unitIds: set('site', 'top') }, {}],
    [
      'firstOrderFromSupplier',
      'newSuppliers',
      { firstOrderFromSupplier: true },
      { newSupplierIds: set('a') },
      {},
    ],
    ['aboveLastPrice', 'raisedPrices', { aboveLastPrice: true }, { raisedPrices: set('p 2') }, {}],
  ] satisfies [string, string, Partial<Conditions>, Partial<OrderFacts>, Partial<OrderFacts>][])(
    'with %s reads %s, and applies only if it holds',
    (_name, reads, conditions, matching, other) => {
      expect(applies(conditions, matching)).toBe(true)
      expect(applies(conditions, other)).toBe(false)
      expect(fieldsReadBy({ conditions: conditionsWith(conditions) })).toEqual([reads])
    },
  )

  it('compares the amount in the currency of the rule', () => {
    const conditions = conditionsWith({ amountFrom: money(110n, 'USD') })
    const inDollars = (minor: bigint) => () => money(minor, 'USD')
    expect(matches({ conditions }, orderWith({}), inDollars(110n))).toBe(true)
    expect(matches({ conditions }, orderWith({}), inDollars(109n))).toBe(false)
  })
})

function euros(minor: bigint) {
  return money(minor, 'EUR')
}

function set(...values: string[]): ReadonlySet<string> {
  return new Set(values)
}

function applies(conditions: Partial<Conditions>, order: Partial<OrderFacts>): boolean {
  const facts = orderWith(order)
  return matches({ conditions: conditionsWith(conditions) }, facts, () => facts.total)
}

function conditionsWith(given: Partial<Conditions>): Conditions {
  return {
    amountFrom: undefined,
    categoryIds: [],
    costCenters: [],
    requesterIds: [],
    requesterRoles: [],
    supplierIds: [],
    unitIds: [],
    firstOrderFromSupplier: false,
    aboveLastPrice: false,
    ...given,
  }
}

function orderWith(given: Partial<OrderFacts>): OrderFacts {
  return {
    companyId: 'co_1' as OrderFacts['companyId'],
    requesterId: 'usr_1',
    requesterRoles: new Set(),
    total: euros(100n),
    costCenters: set(),
    categoryIds: set(),
    supplierIds: set(),
    unitIds: set(),
    newSupplierIds: set(),
    raisedPrices: set(),
    ...given,
  }
}
