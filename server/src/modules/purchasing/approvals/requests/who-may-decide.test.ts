import { describe, expect, it } from 'vitest'
import { after } from '#kernel/time'
import { anActor, aRequest, aStep, aVote, expiryTime, startTime } from './request.fixture.ts'
import { isOpen, peopleBehind, requestStates, stepOf } from './request.ts'
import {
  assertNotOwnOrder,
  assertOwnTurn,
  assertUndecided,
  assertVersion,
  hasOpenSeat,
  isUndecided,
  openSeatsOf,
  stepSeatsOf,
} from './who-may-decide.ts'

const ann = anActor('usr_ann', 'approver')
const admin = anActor('usr_admin', 'company_admin')

describe('a request', () => {
  it.each(requestStates)('in state %s is undecided only if it is pending', (state) => {
    const request = aRequest({ state })
    expect(isUndecided(request, startTime)).toBe(state === 'PENDING')
    expect(isOpen(request)).toBe(state === 'PENDING' || state === 'APPROVING')
  })

  it('can be decided until it expires', () => {
    expect(isUndecided(aRequest(), after(expiryTime, -1))).toBe(true)
    expect(isUndecided(aRequest(), expiryTime)).toBe(false)
    expect(() => assertUndecided(aRequest(), startTime)).not.toThrow()
    expect(() => assertUndecided(aRequest({ state: 'RETURNED' }), startTime)).toThrow(
      aFailure('already_decided', { requestId: 'apq_1', state: 'RETURNED' }),
    )
  })

  it('has the people behind it, who may not decide it', () => {
    const request = aRequest({ payerId: 'usr_payer' })
    expect(peopleBehind(aRequest())).toEqual(['usr_buyer'])
    expect(peopleBehind(request)).toEqual(['usr_buyer', 'usr_payer'])
    expect(() => assertNotOwnOrder(ann, request)).not.toThrow()
    for (const id of ['usr_buyer', 'usr_payer']) {
      expect(() => assertNotOwnOrder(anActor(id), request)).toThrow(
        aFailure('own_order', { requestId: 'apq_1' }),
      )
    }
  })

  it('has a present step', () => {
    const steps = [aStep(), aStep({ ruleId: 'apr_2' })]
    expect(stepOf(aRequest({ steps, step: 1 }))).toBe(steps[1])
    expect(() => stepOf(aRequest({ steps, step: 2 }))).toThrow(
      'approval request apq_1 has no step 2',
    )
  })
})

describe('the version that an approver has read', () => {
  it.each([{}, { contentHash: 'hash 1' }, { step: 1 }, { contentHash: 'hash 1', step: 1 }])(
    'is the present one: %j',
    (version) => {
      expect(() => assertVersion(aRequest(), version)).not.toThrow()
    },
  )

  it('has the same content', () => {
    expect(() => assertVersion(aRequest(), { contentHash: 'hash 2', step: 1 })).toThrow(
      aFailure('content_changed', { requestId: 'apq_1', contentHash: 'hash 1' }),
    )
  })

  it.each([0, 2])('has the same step, and not %i', (step) => {
    expect(() => assertVersion(aRequest(), { contentHash: 'hash 1', step })).toThrow(
      aFailure('step_over', { requestId: 'apq_1', step: 1 }),
    )
  })
})

describe('the seats of an actor', () => {
  const seats = ['usr_ann', 'usr_ben', 'usr_cem']

  it('are their own, and those of people whose deputy they are', () => {
    const principals = ['usr_ann', 'usr_cem', 'usr_elsewhere']
    const votes = [aVote('usr_ben'), aVote('usr_cem', { step: 1 })]
    expect(stepSeatsOf(ann, aRequest(), { seats, principals, votes })).toEqual({
      seats,
      actorSeats: ['usr_ann', 'usr_cem'],
      votedSeats: new Set(['usr_ben']),
    })
  })

  it.each([
    ['not escalated', aRequest(), admin],
    ['of which another step was escalated', aRequest({ escalatedStep: 1 }), admin],
    ['decided by an approver', aRequest({ escalatedStep: 0 }), anActor('usr_dan', 'approver')],
  ])('are none for an outsider of a request %s', (_which, request, actor) => {
    const stepSeats = stepSeatsOf(actor, request, { seats, principals: [actor.id], votes: [] })
    expect(stepSeats.actorSeats).toEqual([])
    expect(hasOpenSeat(stepSeats)).toBe(false)
    const notYourTurn = aFailure('not_your_turn', { step: 1 })
    expect(() => assertOwnTurn(stepSeats, 0)).toThrow(notYourTurn)
    expect(() => openSeatsOf(stepSeats, 0)).toThrow(notYourTurn)
  })

  it.each([
    ['all, if all must approve', 'ALL', seats, ['usr_admin'], seats],
    ['one, if any approval is enough', 'ANY', seats, ['usr_admin'], ['usr_ann']],
    ['their own, if they have one', 'ANY', [...seats, 'usr_admin'], ['usr_admin'], ['usr_admin']],
    ['a seat that they represent', 'ANY', seats, ['usr_admin', 'usr_ben'], ['usr_ben']],
    ['a seat of their own, if no approver is left', 'ALL', [], ['usr_admin'], ['usr_admin']],
  ] as const)(
    'for an administrator of an escalated step are %s',
    (_which, mode, stepSeats, principals, actorSeats) => {
      const request = aRequest({ steps: [aStep({ mode })], escalatedStep: 0 })
      expect(stepSeatsOf(admin, request, { seats: stepSeats, principals, votes: [] })).toEqual({
        seats: stepSeats,
        actorSeats,
        votedSeats: new Set(),
      })
    },
  )

  it('are open until they have a vote', () => {
    const stepSeats = { seats, actorSeats: ['usr_ann', 'usr_ben'], votedSeats: new Set<string>() }
    expect(openSeatsOf(stepSeats, 0)).toEqual(['usr_ann', 'usr_ben'])
    const withVote = { ...stepSeats, votedSeats: new Set(['usr_ann']) }
    expect(openSeatsOf(withVote, 0)).toEqual(['usr_ben'])
    expect(hasOpenSeat(withVote)).toBe(true)
    expect(() => assertOwnTurn(withVote, 0)).not.toThrow()
    const allVoted = { ...stepSeats, votedSeats: new Set(['usr_ann', 'usr_ben']) }
    expect(hasOpenSeat(allVoted)).toBe(false)
    expect(() => openSeatsOf(allVoted, 1)).toThrow(aFailure('already_voted', { step: 2 }))
  })
})

function aFailure(code: string, details: object) {
  return expect.objectContaining({ code: `approvals.${code}`, details })
}
