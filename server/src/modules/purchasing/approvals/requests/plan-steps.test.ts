import { describe, expect, it } from 'vitest'
import { approverSource, planSteps, type StepSource, shortestTimes } from './plan-steps.ts'

const byApprover = { mode: 'ANY', people: [], role: 'approver' } as const
const byAnn = { mode: 'ALL', people: ['usr_ann'], role: undefined } as const

describe('the steps of a plan', () => {
  it('are those of the rules, one after the other', () => {
    expect(planSteps([aSource('1', [byAnn, byApprover]), aSource('2', [byBoth()])])).toEqual([
      { ...byAnn, ruleId: 'apr_1', ruleName: 'Rule 1', reads: ['total'] },
      { ...byApprover, ruleId: 'apr_1', ruleName: 'Rule 1', reads: ['total'] },
      { ...byBoth(), ruleId: 'apr_2', ruleName: 'Rule 2', reads: ['total'] },
    ])
    expect(planSteps([])).toEqual([])
  })

  it('repeat no step, and the one that stays reads the fields of all', () => {
    const sources = [
      aSource('1', [byBoth()]),
      aSource('2', [byBoth('usr_ben', 'usr_ann')], ['units', 'total']),
    ]
    expect(planSteps(sources)).toEqual([
      { ...byBoth(), ruleId: 'apr_1', ruleName: 'Rule 1', reads: ['total', 'units'] },
    ])
  })

  it('let their approvers lower quantities if one of the rules does', () => {
    const mayReduce = { ...byBoth(), mayReduce: true } as const
    for (const steps of [
      [byBoth(), mayReduce],
      [mayReduce, byBoth()],
    ]) {
      expect(planSteps(steps.map((step, at) => aSource(`${at}`, [step])))).toMatchObject([
        { mayReduce: true },
      ])
    }
  })

  it.each([
    ['mode', { ...byAnn, mode: 'ANY' as const }],
    ['people', { ...byAnn, people: ['usr_ben'] }],
    ['role', { ...byAnn, role: 'approver' as const }],
  ])('differ by their %s', (_field, otherStep) => {
    expect(planSteps([aSource('1', [byAnn, otherStep])])).toHaveLength(2)
  })

  it('are at most 20', () => {
    const people = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...byAnn, people: [`usr_${at}`] }))
    expect(planSteps([aSource('1', people(20))])).toHaveLength(20)
    expect(() => planSteps([aSource('1', people(21))])).toThrow(
      expect.objectContaining({ code: 'approvals.too_many_steps', details: { steps: 21 } }),
    )
  })

  it('include any approver for a soft budget that the order exceeds', () => {
    expect(approverSource({ id: 'bud_1', name: 'Tools' })).toEqual({
      id: 'bud_1',
      name: 'Tools',
      steps: [byApprover],
      reads: ['content'],
    })
  })
})

describe('the times of a plan', () => {
  it('are the shortest of all rules', () => {
    const rules = [
      { timeoutHours: 48, remindAfterHours: 8, escalateAfterHours: undefined },
      { timeoutHours: 24, remindAfterHours: undefined, escalateAfterHours: 20 },
      { timeoutHours: 30, remindAfterHours: 6, escalateAfterHours: 12 },
    ]
    expect(shortestTimes(rules)).toEqual({
      timeoutHours: 24,
      remindAfterHours: 6,
      escalateAfterHours: 12,
    })
  })

  it('are 72 hours without a rule', () => {
    expect(shortestTimes([])).toEqual({
      timeoutHours: 72,
      remindAfterHours: undefined,
      escalateAfterHours: undefined,
    })
  })
})

function aSource(
  number: string,
  steps: StepSource['steps'],
  reads: StepSource['reads'] = ['total'],
): StepSource {
  return { id: `apr_${number}`, name: `Rule ${number}`, steps, reads }
}

function byBoth(...people: readonly string[]) {
  return {
    mode: 'ALL',
    people: people.length > 0 ? people : ['usr_ann', 'usr_ben'],
    role: undefined,
  } as const
}
