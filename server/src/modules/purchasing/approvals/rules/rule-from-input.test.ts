import { describe, expect, it } from 'vitest'
import type { Id } from '#kernel/id'
import { money } from '#kernel/money'
import { type RuleInput, ruleFrom } from './rule-from-input.ts'

const byAnn = { mode: 'ALL', people: ['usr_ann'] } as const
const noConditions = {
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
}

describe('a rule', () => {
  it('has default values', () => {
    expect(aRule({})).toEqual({
      id: 'apr_1',
      companyId: 'co_1',
      name: 'All orders',
      position: 100,
      conditions: noConditions,
      steps: [{ mode: 'ALL', people: ['usr_ann'], role: undefined }],
      timeoutHours: 72,
      remindAfterHours: undefined,
      escalateAfterHours: undefined,
    })
  })

  it('keeps the values of the request', () => {
    const times = { timeoutHours: 10, remindAfterHours: 8, escalateAfterHours: 9 }
    const steps = [{ mode: 'ANY', people: ['usr_ann'], role: 'approver' }] as const
    expect(aRule({ position: 0, steps, ...times })).toMatchObject({ position: 0, steps, ...times })
  })

  it('keeps its conditions, each value once', () => {
    const lists = {
      categoryIds: ['a', 'b'],
      costCenters: ['c', 'd'],
      glAccounts: ['h'],
      projects: ['i'],
      requesterIds: ['e'],
      requesterRoles: ['buyer' as const],
      supplierIds: ['f'],
      unitIds: ['g'],
    }
    const repeated = Object.fromEntries(
      Object.entries(lists).map(([name, values]) => [name, [...values, ...values]]),
    )
    const amountFrom = { amount: '1000.00', currency: 'EUR' }
    const flags = {
      firstOrderFromSupplier: true,
      aboveLastPrice: true,
      offContract: true,
      freeTextLines: true,
    } as const
    expect(aRule({ conditions: { ...repeated, ...flags, amountFrom } }).conditions).toEqual({
      ...lists,
      ...flags,
      amountFrom: money(100_000n, 'EUR'),
    })
  })

  it.each(['costCenters', 'glAccounts', 'projects'] as const)(
    'ignores blanks around %s',
    (name) => {
      const { conditions } = aRule({ conditions: { [name]: [' 4711', '4711 ', '47 12'] } })
      expect(conditions[name]).toEqual(['4711', '47 12'])
    },
  )

  it('names each person once in a step', () => {
    const { steps } = aRule({ steps: [{ mode: 'ANY', people: ['usr_ben', 'usr_ann', 'usr_ben'] }] })
    expect(steps).toEqual([{ mode: 'ANY', people: ['usr_ben', 'usr_ann'], role: undefined }])
  })

  it.each([
    [[{ mode: 'ANY' }], 1],
    [[byAnn, { mode: 'ANY', people: [] }], 2],
  ] as const)('has an approver in each step: %j', (steps, step) => {
    expect(() => aRule({ steps })).toThrow(aFailure('step_empty', { step }))
  })

  it('has an approver in a step for a role', () => {
    const steps = [byAnn, { mode: 'ANY', role: 'approver' } as const]
    expect(aRule({ steps }).steps[1]).toEqual({ mode: 'ANY', people: [], role: 'approver' })
  })

  it.each([
    ['amount_invalid', { amount: '0.00', currency: 'EUR' }],
    ['amount_invalid', { amount: '-1.00', currency: 'EUR' }],
    ['amount_invalid', { amount: '1.001', currency: 'EUR' }],
  ])('is refused with %s for %j', (code, amountFrom) => {
    expect(() => aRule({ conditions: { amountFrom } })).toThrow(aFailure(code, amountFrom))
  })

  it('begins at one minor unit, in a currency that exists', () => {
    const smallest = { amount: '0.01', currency: 'EUR' }
    expect(aRule({ conditions: { amountFrom: smallest } }).conditions.amountFrom).toEqual(
      money(1n, 'EUR'),
    )
    const unknown = { amount: '1.00', currency: 'XXQ' }
    expect(() => aRule({ conditions: { amountFrom: unknown } })).toThrow(
      aFailure('currency_unknown', { currency: 'XXQ' }),
    )
  })
})

describe('the notices of a rule', () => {
  it.each([
    { timeoutHours: 24, remindAfterHours: 23, escalateAfterHours: 23 },
    { timeoutHours: 24, remindAfterHours: 23, escalateAfterHours: undefined },
    { timeoutHours: 24, remindAfterHours: undefined, escalateAfterHours: 23 },
  ])('may come an hour before the deadline: %j', (times) => {
    expect(aRule(times)).toMatchObject(times)
  })

  it.each([
    { timeoutHours: 24, remindAfterHours: 24, escalateAfterHours: 23 },
    { timeoutHours: 24, remindAfterHours: 23, escalateAfterHours: 24 },
    { timeoutHours: 24, remindAfterHours: undefined, escalateAfterHours: 25 },
    { timeoutHours: 24, remindAfterHours: 25, escalateAfterHours: undefined },
  ])('may not come at the deadline or later: %j', (times) => {
    expect(() => aRule(times)).toThrow(aFailure('notices_too_late', times))
  })

  it('are compared with the default deadline', () => {
    expect(aRule({ remindAfterHours: 71 }).remindAfterHours).toBe(71)
    expect(() => aRule({ remindAfterHours: 72 })).toThrow(
      aFailure('notices_too_late', {
        timeoutHours: 72,
        remindAfterHours: 72,
        escalateAfterHours: undefined,
      }),
    )
  })
})

function aRule(input: Partial<RuleInput>) {
  const complete = { name: 'All orders', steps: [byAnn], ...input }
  return ruleFrom(complete, 'apr_1' as Id<'apr'>, 'co_1' as Id<'co'>)
}

function aFailure(code: string, details: object) {
  return expect.objectContaining({ code: `approvals.${code}`, details })
}
