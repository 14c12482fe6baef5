import { describe, expect, it } from 'vitest'
import { audit, type Evidence } from './audit.ts'
import type { Produced } from './producer.ts'
import type { Arrival } from './receiver.ts'

const company = 'co_1'
const healedAt = 1_000_000

describe('the auditor', () => {
  it('reports nothing when everybody received everything once', () => {
    expect(audit(good)).toMatchObject({
      lost: [],
      unexpected: [],
      duplicated: 0,
      repeatedAfterLostAnswer: 0,
      late: 0,
      gaps: [],
      forgotten: [],
      committed: 2,
    })
  })

  it('reports what a subscriber did not receive, and what a lost answer had committed', () => {
    const lost = audit({
      ...good,
      produced: [
        ...good.produced,
        aProducedChange('c', 'unknown'),
        aProducedChange('d', 'unknown'),
      ],
      placed: new Set(['a', 'b', 'c']),
      subscribed: new Map([[company, [0, 1]]]),
      arrived: [arrival('a', 1), arrival('b', 2), arrival('a', 1, { receiver: 1 })],
    })
    expect(lost.lost).toEqual(['1 co_1 b', '0 co_1 c', '1 co_1 c'])
  })

  it('knows given-up deliveries, unknown events and forged ones', () => {
    const evidence = { ...good, produced: [...good.produced, aProducedChange('x', 'rolled_back')] }
    const found = audit({
      ...evidence,
      arrived: [
        ...good.arrived,
        arrival('x', 3),
        arrival('a', 1, { receiver: 5 }),
        arrival('b', 2, { isGenuine: false }),
      ],
    })
    expect(found.unexpected).toEqual(['0 co_1 x', '5 co_1 a', '0 co_1 b: forged'])
  })

  it('allows one test event for each request without an answer', () => {
    const test = (n: number) =>
      arrival('whk_1', 2 + n, { type: 'webhook.test', eventId: `evt_test_${n}` })
    const tested = [
      { run: 1, companyId: company, receiver: 0, eventId: 'evt_test_1', at: 0 },
      { run: 1, companyId: company, receiver: 0, eventId: undefined, at: 0 },
    ]
    const arrived = [...good.arrived, test(1), test(2), test(3)]
    expect(audit({ ...good, tested, arrived }).unexpected).toEqual(['0 co_1 evt_test_3'])
    expect(audit({ ...good, tested }).lost).toEqual(['0 co_1 evt_test_1'])
  })

  it('expects one test and one event for each subscription that was enabled', () => {
    const resumed = (eventId: string, receiver: number) =>
      arrival('whk_1', 3, { type: 'webhook.resumed', eventId, receiver })
    const arrived = [
      ...good.arrived,
      arrival('whk_1', 0, { type: 'webhook.test', eventId: 'evt_t' }),
      resumed('evt_r', 1),
      resumed('evt_r', 2),
    ]
    const enabled = [{ companyId: company, endpointId: 'whk_1' }]
    expect(audit({ ...good, arrived, enabled }).unexpected).toEqual([])
    expect(audit({ ...good, arrived }).unexpected).toHaveLength(3)
    const invented = [...arrived, resumed('evt_other', 1)]
    expect(audit({ ...good, arrived: invented, enabled }).unexpected).toEqual(['1 co_1 evt_other'])
  })

  it('distinguishes a repeat after a lost answer from one without a reason', () => {
    const again = [...good.arrived, arrival('a', 1), arrival('b', 2)]
    expect(audit({ ...good, arrived: again })).toMatchObject({
      duplicated: 2,
      duplicatedBySendersKilled: 0,
    })
    for (const [after, bySendersKilled] of [
      [-1, 0],
      [500, 2],
      [5_000, 0],
    ] as const) {
      const sendersKilledAt = [healedAt + after]
      expect(audit({ ...good, arrived: again, sendersKilledAt })).toMatchObject({
        duplicated: 2,
        duplicatedBySendersKilled: bySendersKilled,
      })
    }
    const excused = [arrival('a', 1, { answerLost: true }), arrival('b', 2), arrival('a', 1)]
    expect(audit({ ...good, arrived: excused })).toMatchObject({
      duplicated: 0,
      repeatedAfterLostAnswer: 1,
    })
  })

  it('reports two events of one change, missing and shared numbers, and late events', () => {
    const twice = [...good.arrived, arrival('a', 3, { eventId: 'evt_other' })]
    expect(audit({ ...good, arrived: twice }).unexpected).toEqual([
      '0 co_1 a: two events of one change',
    ])
    const holes = audit({
      ...good,
      arrived: [arrival('a', 2), arrival('b', 2)],
      numbered: [{ companyId: company, events: 2, last: 3 }],
    })
    expect(holes.gaps).toEqual([
      'co_1: 2 events numbered up to 3',
      'co_1: nobody received number 1',
      'co_1: nobody received number 3',
      'co_1: two events have number 2',
    ])
    const tests = ['t1', 't2'].map((id) => arrival(id, 0, { type: 'webhook.test' }))
    expect(audit({ ...good, arrived: [...good.arrived, ...tests] }).gaps).toEqual([])
    const late = [arrival('a', 1, { at: healedAt + 200_000 }), arrival('b', 2)]
    expect(audit({ ...good, arrived: late }).late).toBe(1)
    // One that others came before all the time had its turn late, because the machine was busy.
    const between = [100_000, 199_000].map((after) => arrival('b', 2, { at: healedAt + after }))
    expect(audit({ ...good, arrived: [...late, ...between] }).late).toBe(0)
  })

  it('reports an event that overtook an earlier one of its entity, where order was requested', () => {
    const arrived = [arrival('b', 2), arrival('a', 1), arrival('b', 2)]
    expect(audit({ ...good, arrived }).disordered).toEqual([])
    const ordered = new Set([0])
    expect(audit({ ...good, arrived, ordered }).disordered).toEqual(['0 co_1 order_1: 1 after 2'])
    expect(audit({ ...good, ordered }).disordered).toEqual([])
    const others = [arrival('b', 2, { line: 'order_2' }), arrival('a', 1), arrival('b', 2)]
    expect(audit({ ...good, arrived: others, ordered }).disordered).toEqual([])
  })

  it('reports a commit that the database lost', () => {
    expect(audit({ ...good, placed: new Set(['a']) }).forgotten).toEqual(['b'])
  })
})

/** Two changes, each received once by the only subscriber. */
const good: Evidence = {
  produced: [
    aProducedChange('a', 'begun'),
    aProducedChange('a', 'committed'),
    aProducedChange('b', 'committed'),
  ],
  arrived: [arrival('a', 1), arrival('b', 2)],
  tested: [],
  enabled: [],
  placed: new Set(['a', 'b']),
  subscribed: new Map([[company, [0]]]),
  numbered: [{ companyId: company, events: 2, last: 2 }],
  sendersKilledAt: [],
  ordered: new Set(),
  healedAt: [healedAt, healedAt + 1_000_000],
}

function aProducedChange(entityId: string, outcome: Produced['outcome']): Produced {
  return {
    entityId,
    companyId: company,
    run: 1,
    outcome,
    at: 0,
  }
}

function arrival(entityId: string, sequence: number, wishes: Partial<Arrival> = {}): Arrival {
  return {
    receiver: 0,
    companyId: company,
    eventId: `evt_${entityId}`,
    type: 'order.created',
    entityId,
    line: 'order_1',
    sequence,
    at: healedAt,
    isGenuine: true,
    answerLost: false,
    ...wishes,
  }
}
