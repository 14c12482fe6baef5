import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import { fieldsReadBy, matchesOrder } from './condition-fields.ts'
import { conditionSchemas } from './condition-schemas.ts'
import type { Conditions, OrderFacts } from './rule.ts'

describe('a rule', () => {
  it('without conditions applies to every order, and is about all of it', () => {
    expect(ruleApplies({}, {})).toBe(true)
    expect(fieldsReadBy({ conditions: conditionsWith({}) })).toEqual(['content'])
  })

  it('needs all of its conditions', () => {
    const bothConditions = { supplierIds: ['co_1'], unitIds: ['unt_1'] }
    expect(ruleApplies(bothConditions, { supplierIds: new Set(['co_1']) })).toBe(false)
    const order = { supplierIds: new Set(['co_1']), unitIds: new Set(['unt_1', 'unt_0']) }
    expect(ruleApplies(bothConditions, order)).toBe(true)
    expect(fieldsReadBy({ conditions: conditionsWith(bothConditions) })).toEqual([
      'suppliers',
      'units',
    ])
  })

  it('has a condition for each field of the API', () => {
    expect(Object.keys(conditionSchemas)).toEqual(Object.keys(conditionsWith({})))
  })

  it.each([
    ['amountFrom', 'total', { amountFrom: inEuros(100n) }, {}, { total: inEuros(99n) }],
    ['categoryIds', 'categories', { categoryIds: ['a', 'b'] }, { categoryIds: aSet('b') }, {}],
    ['costCenters', 'costCenters', { costCenters: ['a'] }, { costCenters: aSet('a') }, {}],
    ['glAccounts', 'glAccounts', { glAccounts: ['a'] }, { glAccounts: aSet('a') }, {}],
    ['projects', 'projects', { projects: ['a', 'b'] }, { projects: aSet('b', 'c') }, {}],
    ['requesterIds', 'requester', { requesterIds: ['usr_1'] }, {}, { requesterId: 'usr_2' }],
    [
      'requesterRoles',
      'requester',
      { requesterRoles: ['buyer' as const] },
      { requesterRoles: new Set(['buyer' as const]) },
      { requesterRoles: new Set(['approver' as const]) },
    ],
    ['supplierIds', 'suppliers', { supplierIds: ['a'] }, { supplierIds: aSet('a', 'b') }, {}],
    ['unitIds', 'units', { unitIds: ['top'] }, { unitIds: aSet('site', 'top') }, {}],
    [
      'firstOrderFromSupplier',
      'newSuppliers',
      { firstOrderFromSupplier: true },
      { newSupplierIds: aSet('a') },
      {},
    ],
    ['aboveLastPrice', 'raisedPrices', { aboveLastPrice: true }, { raisedPrices: aSet('p 2') }, {}],
    [
      'offContract',
      'offContractProducts',
      { offContract: true },
      { offContractProducts: aSet('p') },
      {},
    ],
    [
      'freeTextLines',
      'freeTextProducts',
      { freeTextLines: true },
      { freeTextProducts: aSet('p') },
      {},
    ],
  ] satisfies [string, string, Partial<Conditions>, Partial<OrderFacts>, Partial<OrderFacts>][])(
    'with %s reads %s, and applies only if it holds',
    (_name, reads, conditions, matching, other) => {
      expect(ruleApplies(conditions, matching)).toBe(true)
      expect(ruleApplies(conditions, other)).toBe(false)
      expect(fieldsReadBy({ conditions: conditionsWith(conditions) })).toEqual([reads])
    },
  )

  it('compares the amount in the currency of the rule', () => {
    const conditions = conditionsWith({ amountFrom: money(110n, 'USD') })
    const inDollars = (minor: bigint) => () => money(minor, 'USD')
    expect(matchesOrder({ conditions }, orderWith({}), inDollars(110n))).toBe(true)
    expect(matchesOrder({ conditions }, orderWith({}), inDollars(109n))).toBe(false)
  })
})

function inEuros(minor: bigint) {
  return money(minor, 'EUR')
}

function aSet(...values: string[]): ReadonlySet<string> {
  return new Set(values)
}

function ruleApplies(conditions: Partial<Conditions>, order: Partial<OrderFacts>): boolean {
  const facts = orderWith(order)
  return matchesOrder({ conditions: conditionsWith(conditions) }, facts, () => facts.total)
}

function conditionsWith(given: Partial<Conditions>): Conditions {
  return {
    amountFrom: undefined,
    categoryIds: [],
    costCenters: [],
    glAccounts: [],
    projects: [],
    requesterIds: [],
    requesterRoles: [],
    supplierIds: [],
    unitIds: [],
    firstOrderFromSupplier: false,
    aboveLastPrice: false,
    offContract: false,
    freeTextLines: false,
    ...given,
  }
}

function orderWith(given: Partial<OrderFacts>): OrderFacts {
  return {
    companyId: 'co_1' as OrderFacts['companyId'],
    requesterId: 'usr_1',
    requesterRoles: new Set(),
    total: inEuros(100n),
    costCenters: aSet(),
    glAccounts: aSet(),
    projects: aSet(),
    categoryIds: aSet(),
    supplierIds: aSet(),
    unitIds: aSet(),
    newSupplierIds: aSet(),
    raisedPrices: aSet(),
    offContractProducts: aSet(),
    freeTextProducts: aSet(),
    ...given,
  }
}
