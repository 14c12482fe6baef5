import { describe, expect, it } from 'vitest'
import { money } from '#kernel/money'
import type { ReadField } from '../rules/rule.ts'
import { keptVotesOf } from './keep-approvals.ts'
import { aRequest, aStep, aVote } from './request.fixture.ts'
import type { ApprovalRequest, RequestFacts } from './request.ts'

/** Two steps: the first is approved, and the second returned the order. */
const returnedRequest = aRequest({
  id: 'apq_0' as ApprovalRequest['id'],
  steps: stepsReading('total'),
  step: 1,
})
const votes = [aVote('usr_ann', { note: 'Fine.' })]

describe('an approval of a returned order', () => {
  it('is kept if nothing has changed', () => {
    expect(keptVotesOf(aRequest({ steps: stepsReading('total') }), returnedRequest, votes)).toEqual(
      [aVote('usr_ann', { note: 'Fine.', keptFrom: 'apq_0' })],
    )
  })

  it('keeps the request in which it was cast', () => {
    const keptTwice = [aVote('usr_ann', { keptFrom: 'apq_older' })]
    expect(
      keptVotesOf(aRequest({ steps: stepsReading('total') }), returnedRequest, keptTwice),
    ).toEqual(keptTwice)
  })

  it('moves with its step', () => {
    const movedSteps = [aStep({ ruleId: 'apr_3' }), ...stepsReading('total')]
    expect(keptVotesOf(aRequest({ steps: movedSteps }), returnedRequest, votes)).toEqual([
      aVote('usr_ann', { step: 1, note: 'Fine.', keptFrom: 'apq_0' }),
    ])
  })

  it.each([
    ['another rule', { ruleId: 'apr_3' }],
    ['another mode', { mode: 'ANY' }],
    ['other people', { people: ['usr_ann', 'usr_ben'] }],
    ['another role', { role: 'approver' }],
  ] as const)('is not kept for a step of %s', (_which, fields) => {
    const request = aRequest({ steps: [aStep(fields)] })
    expect(keptVotesOf(request, returnedRequest, votes)).toEqual([])
  })

  it('is kept for the same people in another order', () => {
    const step = aStep({ people: ['usr_ann', 'usr_ben'] })
    const reorderedStep = aStep({ people: ['usr_ben', 'usr_ann'] })
    const former = aRequest({ steps: [step, aStep()], step: 1 })
    expect(keptVotesOf(aRequest({ steps: [reorderedStep] }), former, votes)).toHaveLength(1)
  })

  it('is not kept from the step that returned the order', () => {
    const inSecondStep = [aVote('usr_ben', { step: 1 })]
    expect(
      keptVotesOf(aRequest({ steps: stepsReading('total') }), returnedRequest, inSecondStep),
    ).toEqual([])
  })

  it.each([
    ['whose seat it is, orders now', { requesterId: 'usr_ann' }, votes],
    ['who voted as a deputy, pays now', { payerId: 'usr_ben' }, [byDeputy()]],
  ])('is not kept if the person %s', (_who, fields, formerVotes) => {
    const request = aRequest({ steps: stepsReading('total'), ...fields })
    expect(keptVotesOf(request, returnedRequest, formerVotes)).toEqual([])
    expect(
      keptVotesOf(aRequest({ steps: stepsReading('total') }), returnedRequest, formerVotes),
    ).toHaveLength(1)
  })
})

describe('the total of the order that replaces it', () => {
  const inCostCenters = { ...returnedRequest, steps: stepsReading('costCenters') }

  it.each([
    ['is the same', 10_000, 'EUR', 'total', 1],
    ['is the same', 10_000, 'EUR', 'costCenters', 1],
    ['is lower', 9_999, 'EUR', 'total', 0],
    ['is lower', 9_999, 'EUR', 'costCenters', 1],
    ['is higher', 10_001, 'EUR', 'costCenters', 0],
    ['is in another currency', 10_000, 'USD', 'costCenters', 0],
  ] as const)(
    '%s: %i %s, for a step that reads the field %s',
    (_how, minor, currency, field, keptCount) => {
      const total = money(BigInt(minor), currency)
      const former = field === 'total' ? returnedRequest : inCostCenters
      expect(
        keptVotesOf(aRequest({ steps: stepsReading(field), total }), former, votes),
      ).toHaveLength(keptCount)
    },
  )
})

describe('a step', () => {
  const fieldFacts: Record<
    Exclude<ReadField, 'total' | 'requester' | 'content'>,
    keyof RequestFacts
  > = {
    costCenters: 'costCenters',
    glAccounts: 'glAccounts',
    projects: 'projects',
    categories: 'categoryIds',
    suppliers: 'supplierIds',
    units: 'unitIds',
    newSuppliers: 'newSupplierIds',
    raisedPrices: 'raisedPrices',
    offContractProducts: 'offContractProducts',
    freeTextProducts: 'freeTextProducts',
  }

  it.each(Object.entries(fieldFacts) as [ReadField, keyof RequestFacts][])(
    'that reads %s must be approved again only if they have changed',
    (field, name) => {
      const former = { ...returnedRequest, steps: stepsReading(field) }
      expect(isKept(former, {})).toBe(true)
      expect(isKept(former, { [name]: ['other'] })).toBe(false)
      expect(isKept(former, { [name]: undefined })).toBe(false)
      for (const other of Object.values(fieldFacts).filter((fact) => fact !== name)) {
        expect(isKept(former, { [other]: ['other'] })).toBe(true)
      }
    },
  )

  it.each(['costCenters', 'glAccounts', 'projects'] as const)(
    'that reads %s must be approved again if a line is divided in another way',
    (field) => {
      const former = { ...returnedRequest, steps: stepsReading(field) }
      expect(isKept(former, { shares: ['A, , , 1.00', 'B, , , 9.00'] })).toBe(false)
      // A request of an older version has no divided lines.
      expect(isKept(former, { shares: undefined })).toBe(true)
    },
  )

  it('that reads the requester must be approved again if another person orders or has other roles', () => {
    const former = { ...returnedRequest, steps: stepsReading('requester') }
    expect(isKept(former, {})).toBe(true)
    expect(isKept(former, { requesterRoles: ['approver', 'buyer'] })).toBe(false)
    const request = aRequest({ steps: former.steps, requesterId: 'usr_other' })
    expect(keptVotesOf(request, former, votes)).toEqual([])
  })

  it.each([
    ['that reads the content', stepsReading('content')],
    ['of an older version', [withoutReads(), aStep({ ruleId: 'apr_2' })]],
  ])('%s must be approved again if the content has changed', (_which, plannedSteps) => {
    const former = { ...returnedRequest, steps: plannedSteps }
    const contentDigest = 'digest 2'
    expect(keptVotesOf(aRequest({ steps: plannedSteps }), former, votes)).toHaveLength(1)
    const changedRequest = aRequest({ steps: plannedSteps, contentDigest })
    expect(keptVotesOf(changedRequest, former, votes)).toEqual([])
    const withoutDigest = aRequest({ steps: plannedSteps, contentDigest: undefined })
    expect(keptVotesOf(withoutDigest, { ...former, contentDigest: undefined }, votes)).toEqual([])
  })

  it('must be approved again if one of several fields that it reads has changed', () => {
    const both = [aStep({ reads: ['units', 'suppliers'] }), aStep({ ruleId: 'apr_2' })]
    const former = { ...returnedRequest, steps: both }
    expect(isKept(former, { supplierIds: ['other'] })).toBe(false)
    expect(isKept(former, { costCenters: ['other'] })).toBe(true)
  })

  it('must be approved again if a request has no facts', () => {
    for (const field of [...Object.keys(fieldFacts), 'requester'] as ReadField[]) {
      const former = { ...returnedRequest, steps: stepsReading(field) }
      const withoutFacts = { facts: undefined }
      expect(
        keptVotesOf(aRequest({ steps: former.steps, ...withoutFacts }), former, votes),
      ).toEqual([])
      expect(
        keptVotesOf(aRequest({ steps: former.steps }), { ...former, ...withoutFacts }, votes),
      ).toEqual([])
    }
  })
})

function isKept(former: ApprovalRequest, changes: Partial<RequestFacts>): boolean {
  const facts = { ...(former.facts as RequestFacts), ...changes }
  return keptVotesOf(aRequest({ steps: former.steps, facts }), former, votes).length > 0
}

function stepsReading(field: ReadField) {
  return [aStep({ reads: [field] }), aStep({ ruleId: 'apr_2', people: ['usr_ben'] })]
}

function withoutReads() {
  const { reads: _, ...step } = aStep()
  return step
}

function byDeputy() {
  return aVote('usr_ann', { votedBy: 'usr_ben' })
}
