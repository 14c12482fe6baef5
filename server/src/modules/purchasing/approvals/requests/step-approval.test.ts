import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aStep, aVote } from './request.fixture.ts'
import { isStepApproved, repeatVotes, stepStateOf } from './step-approval.ts'

const ann = 'usr_ann'
const ben = 'usr_ben'

describe('a step is approved', () => {
  it.each([
    ['ANY', [ann, ben], [], false],
    ['ANY', [ann, ben], [ben], true],
    ['ALL', [ann, ben], [], false],
    ['ALL', [ann, ben], [ben], false],
    ['ALL', [ann, ben], [ann, ben], true],
    ['ALL', [], [], false],
    ['ALL', [], ['usr_admin'], true],
  ] as const)('mode %s, seats %j, votes %j: %s', (mode, seats, voted, isApproved) => {
    expect(isStepApproved({ mode }, seats, new Set(voted))).toBe(isApproved)
  })
})

describe('after approvers have left, a step', () => {
  it.each([
    ['ALL', [], [ben], 'vacant'],
    ['ANY', [], [], 'vacant'],
    ['ALL', [ann], [], 'open'],
    ['ALL', [ann], [ann, ben], 'approved'],
    ['ALL', [ann, ben], [ben], 'open'],
    ['ANY', [ann, ben], [ben], 'open'],
  ] as const)('of mode %s with seats %j and votes %j is %s', (mode, seats, voted, state) => {
    expect(stepStateOf({ mode }, seats, new Set(voted))).toBe(state)
  })
})

describe('an earlier vote', () => {
  const steps = [
    aStep({ people: [ann] }),
    aStep({ people: [ann, ben], ruleId: 'apr_2' }),
    aStep({ people: [ann], ruleId: 'apr_3', mode: 'ANY' }),
  ]

  it('counts again in a step of another rule that names the person', () => {
    const votes = [aVote(ann, { note: 'Fine.' })]
    expect(repeatVotes(steps, 2, [ann], votes)).toEqual({
      repeatedVotes: [aVote(ann, { step: 2, note: 'Fine.' })],
      isApproved: true,
    })
  })

  it('leaves a step open that needs everybody', () => {
    expect(repeatVotes(steps, 1, [ann, ben], [aVote(ann)])).toEqual({
      repeatedVotes: [aVote(ann, { step: 1 })],
      isApproved: false,
    })
  })

  it('completes the votes that the step has already', () => {
    const votes = [aVote(ann), aVote(ben, { step: 1 })]
    expect(repeatVotes(steps, 1, [ann, ben], votes)).toEqual({
      repeatedVotes: [aVote(ann, { step: 1 })],
      isApproved: true,
    })
  })

  it('is not repeated for a person who has voted in the step', () => {
    const votes = [aVote(ann), aVote(ann, { step: 1 })]
    expect(repeatVotes(steps, 1, [ann, ben], votes)).toEqual({
      repeatedVotes: [],
      isApproved: false,
    })
  })

  it('is not repeated in a step that is approved already', () => {
    const votes = [aVote(ann), aVote('usr_deputy', { step: 2 })]
    expect(repeatVotes(steps, 2, [ann, 'usr_deputy'], votes)).toEqual({
      repeatedVotes: [],
      isApproved: true,
    })
  })

  it('is repeated once, as the person cast it last', () => {
    const votes = [aVote(ann, { note: 'First.' }), aVote(ann, { step: 1, note: 'Second.' })]
    expect(repeatVotes(steps, 2, [ann], votes).repeatedVotes).toEqual([
      aVote(ann, { step: 2, note: 'Second.' }),
    ])
  })

  it.each([
    ['a deputy cast it', {}, aVote(ann, { votedBy: ben })],
    ['it was kept from a returned request', {}, aVote(ann, { keptFrom: 'apq_0' })],
    ['it is of the same rule', { ruleId: 'apr_1' }, aVote(ann)],
    ['the step names only the role', { people: [], role: 'approver' as const }, aVote(ann)],
    ['the step names somebody else', { people: [ben] }, aVote(ann)],
  ])('does not count again if %s', (_reason, fields, vote) => {
    const laterStep = aStep({ ruleId: 'apr_2', mode: 'ANY', ...fields })
    expect(repeatVotes([aStep(), laterStep], 1, [ann, ben], [vote])).toEqual({
      repeatedVotes: [],
      isApproved: false,
    })
  })

  it('does not count for a person who has lost the seat', () => {
    expect(repeatVotes(steps, 2, [ben], [aVote(ann)])).toEqual({
      repeatedVotes: [],
      isApproved: false,
    })
    const votes = [aVote(ann, { step: 2 })]
    expect(repeatVotes(steps, 2, [ben], votes).isApproved).toBe(false)
  })

  it('cannot count for a step that does not exist', () => {
    expect(() => repeatVotes(steps, 3, [ann], [])).toThrow('there is no step 3')
  })

  it('never approves a step for all without a vote for each seat', () => {
    const people = ['usr_1', 'usr_2', 'usr_3']
    const somePeople = fc.subarray(people)
    const vote = fc.record({
      step: fc.nat({ max: 1 }),
      personId: fc.constantFrom(...people),
      votedBy: fc.constantFrom(...people),
    })
    fc.assert(
      fc.property(somePeople, somePeople, fc.array(vote), (named, seats, drawn) => {
        const votes = drawn.map(({ personId, ...fields }) => aVote(personId, fields))
        const laterStep = aStep({ ruleId: 'apr_2', people: named })
        const { repeatedVotes, isApproved } = repeatVotes([aStep(), laterStep], 1, seats, votes)
        const voters = [...votes, ...repeatedVotes]
          .filter(({ step, personId }) => step === 1 && seats.includes(personId))
          .map(({ personId }) => personId)
        expect(isApproved).toBe(seats.length > 0 && seats.every((seat) => voters.includes(seat)))
        expect(new Set(repeatedVotes.map(({ personId }) => personId)).size).toBe(
          repeatedVotes.length,
        )
      }),
    )
  })
})
