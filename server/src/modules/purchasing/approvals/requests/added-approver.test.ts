import { describe, expect, it } from 'vitest'
import { addedStepsOf, stepsWithApprover } from './added-approver.ts'
import { aRequest, aStep } from './request.fixture.ts'

describe('an approver whom somebody adds', () => {
  it('gets a step of their own after the present one', () => {
    const steps = ['apr_1', 'apr_2', 'apr_3'].map((ruleId) => aStep({ ruleId, ruleName: ruleId }))
    expect(stepsWithApprover(aRequest({ steps, step: 1 }), 'usr_ben', 'usr_ann')).toEqual([
      steps[0],
      steps[1],
      {
        mode: 'ALL',
        people: ['usr_ben'],
        role: undefined,
        ruleId: 'added_usr_ben',
        ruleName: 'apr_2',
        reads: ['content'],
        addedBy: 'usr_ann',
      },
      steps[2],
    ])
  })

  it.each([
    ['for all', { mode: 'ALL', people: ['usr_ben', 'usr_cem'] }],
    ['for all and a role', { mode: 'ALL', people: ['usr_ben'], role: 'approver' }],
    ['for this person alone', { mode: 'ANY', people: ['usr_ben'] }],
  ] as const)('is refused if a step %s needs the person already', (_which, fields) => {
    const steps = [aStep(), aStep(fields)]
    expect(() => stepsWithApprover(aRequest({ steps }), 'usr_ben', 'usr_ann')).toThrow(
      aFailure('approver_exists', { personId: 'usr_ben' }),
    )
    expect(() => stepsWithApprover(aRequest({ steps, step: 1 }), 'usr_ben', 'usr_ann')).toThrow(
      aFailure('approver_exists', { personId: 'usr_ben' }),
    )
  })

  it.each([
    ['of two people, any of whom may approve', { mode: 'ANY', people: ['usr_ben', 'usr_cem'] }],
    ['of the person or a role', { mode: 'ANY', people: ['usr_ben'], role: 'approver' }],
    ['of somebody else', { mode: 'ALL', people: ['usr_cem'] }],
    ['of a role', { mode: 'ANY', people: [], role: 'approver' }],
  ] as const)('is added to a request with a step %s', (_which, fields) => {
    const steps = stepsWithApprover(aRequest({ steps: [aStep(fields)] }), 'usr_ben', 'usr_ann')
    expect(steps).toHaveLength(2)
  })

  it('is added after a step of theirs that is over', () => {
    const steps = [aStep({ people: ['usr_ben'] }), aStep()]
    const request = aRequest({ steps, step: 1 })
    expect(stepsWithApprover(request, 'usr_ben', 'usr_ann')).toHaveLength(3)
  })

  it('is refused from 20 steps on', () => {
    const withSteps = (length: number) =>
      aRequest({ steps: Array.from({ length }, (_, at) => aStep({ ruleId: `apr_${at}` })) })
    expect(stepsWithApprover(withSteps(19), 'usr_ben', 'usr_ann')).toHaveLength(20)
    expect(() => stepsWithApprover(withSteps(20), 'usr_ben', 'usr_ann')).toThrow(
      aFailure('approvers_limit_reached', { limit: 20 }),
    )
  })
})

describe('an order that replaces a returned one', () => {
  const byRule = aStep()
  const addedStep = aStep({ people: ['usr_ben'], addedBy: 'usr_ann' })

  it('needs the added approvers, too', () => {
    const { requesterId, payerId } = aRequest()
    expect(addedStepsOf({ steps: [byRule, addedStep] }, { requesterId, payerId })).toEqual([
      addedStep,
    ])
  })

  it('does not need one who is behind the order', () => {
    const steps = [byRule, addedStep]
    expect(addedStepsOf({ steps }, aRequest({ payerId: 'usr_ben' }))).toEqual([])
    expect(addedStepsOf({ steps }, aRequest({ requesterId: 'usr_ben' }))).toEqual([])
    const forTwo = [aStep({ people: ['usr_ben', 'usr_cem'], addedBy: 'usr_ann' })]
    expect(addedStepsOf({ steps: forTwo }, aRequest({ payerId: 'usr_ben' }))).toEqual([])
  })
})

function aFailure(code: string, details: object) {
  return expect.objectContaining({ code: `approvals.${code}`, details })
}
