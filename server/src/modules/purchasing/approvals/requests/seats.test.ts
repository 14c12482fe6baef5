import { expect, it } from 'vitest'
import type { PeopleAsked } from '#modules/identity'
import type { Conn } from '#platform/db'
import { aStep, aVote } from './request.fixture.ts'
import { seatsOf, votedSeatsOf } from './seats.ts'

const conn = {} as Conn

it('the seats of a step are its active people and those with its role, without those behind the order', async () => {
  const members = { ids: ['usr_ann', 'usr_buyer'], approvers: ['usr_ben', 'usr_payer'] }
  const deps = {
    peopleOf: async (
      _conn: Conn,
      companyId: string,
      { ids = [], role, unitIds = [] }: PeopleAsked,
    ) => [
      ...members.ids.filter((id) => companyId === 'co_1' && ids.includes(id)),
      ...(role === 'approver' ? members.approvers : []),
      ...(role === 'approver' && unitIds.includes('unt_1') ? ['usr_ulf'] : []),
    ],
  }
  const people = ['usr_ann', 'usr_left', 'usr_buyer']
  const orderers = ['usr_buyer', 'usr_payer']
  const step = aStep({ people, role: 'approver' })
  expect(await seatsOf(deps, conn, 'co_1', step, orderers)).toEqual(['usr_ann', 'usr_ben'])
  const inUnit = { ...step, unitIds: ['unt_1', 'unt_2'] }
  expect(await seatsOf(deps, conn, 'co_1', inUnit, orderers)).toContain('usr_ulf')
  expect(await seatsOf(deps, conn, 'co_1', aStep({ people }), orderers)).toEqual(['usr_ann'])
  expect(await seatsOf(deps, conn, 'co_1', aStep({ people }), [])).toEqual(['usr_ann', 'usr_buyer'])
})

it('the seats with a vote in a step count a seat whose deputy has voted', () => {
  const votes = [
    aVote('usr_ann', { votedBy: 'usr_deputy' }),
    aVote('usr_ben', { step: 1 }),
    aVote('usr_cem'),
  ]
  expect(votedSeatsOf(votes, 0)).toEqual(new Set(['usr_ann', 'usr_cem']))
  expect(votedSeatsOf(votes, 2)).toEqual(new Set())
})
