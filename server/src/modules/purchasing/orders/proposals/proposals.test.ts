import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { oneUnit } from '#kernel/quantity'
import { sql } from '#platform/db'
import { stockOf } from '#testing/catalog'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  usedCredit,
} from '../fulfilment/fulfilment.fixture.ts'
import type { LineAnswer } from '../supplier/read-answers.ts'
import { changeTolerances } from './change-tolerances.ts'
import type { DecideInput } from './decide-proposal.ts'
import { lapseProposal, remindOfProposal } from './proposal-jobs.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor

/** Two lines of 4 and 3 pieces at 2.50, both of one supplier, on Friday 2 January 2026. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [{ quantity: 4 }, { quantity: 3 }])
  supplier = order.suppliers[0] as Actor
})

const late = { lineNumber: 1, status: 'BACKORDERED', promisedDate: '2026-03-02' } as const
const fewer = { lineNumber: 1, status: 'CHANGED', quantity: 3000n } as const

function inEuros(amount: string) {
  return { amount, currency: 'EUR' }
}

describe('a change beyond the tolerances of the buyer', () => {
  it('waits for the buyer, and changes nothing of the line', async () => {
    const { lines, order: seen } = await answer([{ ...late, note: 'Out of stock.' }])
    expect(seen.state).toBe('PLACED')
    expect(lines[0]?.progress).toMatchObject({ confirmedAt: undefined, promisedDate: undefined })
    const [proposal] = await proposals()
    expect(proposal).toMatchObject({
      state: 'PROPOSED',
      supplierCompanyId: supplier.companyId,
      proposedBy: supplier.id,
      // Ten working days.
      lapsesAt: new Date('2026-01-16T03:04:05.000Z'),
      lines: [
        {
          lineNumber: 1,
          status: 'BACKORDERED',
          state: 'PROPOSED',
          note: 'Out of stock.',
          before: { quantity: 4000n },
          after: { quantity: 4000n, promisedDate: '2026-03-02' },
        },
      ],
    })
    expect(lines[0]?.progress.proposalId).toBe(proposal?.id)
    expect(await kindsOf(order.buyer.companyId)).toEqual(['order.change_proposed'])
  })

  it('is bound by the first promise, so that a date cannot creep', async () => {
    await answer([{ lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-01-16' }])
    await answer([{ lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-01-19' }])
    await answer([{ lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-01-20' }])
    expect((await proposals()).map(({ state }) => state)).toEqual(['PROPOSED'])
    expect((await read()).lines[0]?.progress.promisedDate).toBe('2026-01-19')
  })

  it('is taken at once within tolerances that the company has set', async () => {
    await changeTolerances(world.deps, order.buyer, { fewerPieces: 1000n })
    const { lines } = await answer([fewer])
    expect(lines[0]?.progress).toMatchObject({ confirmedAt: world.clock.now, cancelled: 1000n })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_500n)
    await expect(answer([{ ...fewer, quantity: 2000n }])).resolves.toBeDefined()
    expect((await read()).lines[0]?.progress).toMatchObject({ cancelled: 1000n })
    expect(await proposals()).toHaveLength(1)
  })

  it('is refused at once if it is impossible', async () => {
    const codeOf = (line: LineAnswer) => answer([line]).catch(({ code }) => code)
    expect(await codeOf({ ...fewer, quantity: 5000n })).toBe('orders.quantity_above_ordered')
    expect(await codeOf({ ...late, promisedDate: '2026-01-01' })).toBe('orders.promised_date_past')
    for (const unitPrice of [
      inEuros('1.2345678'),
      inEuros('-1'),
      { amount: '3', currency: 'USD' },
    ]) {
      expect(await codeOf({ ...fewer, unitPrice })).toBe('orders.price_invalid')
    }
    await world.fulfilment.ship(supplier, {
      ...step(),
      lines: [{ lineNumber: 1, quantity: 2000n }],
    })
    expect(await codeOf({ ...fewer, quantity: 1000n })).toBe('orders.quantity_below_shipped')
    await answer([late])
    expect(await codeOf(late)).toBe('orders.nothing_answered')
  })
})

describe('a buyer', () => {
  it('accepts a later day: the line is confirmed with it', async () => {
    const proposalId = await propose([late])
    const seen = await accept({ proposalId, note: 'Fine.' })
    expect(seen.lines[0]?.progress).toMatchObject({
      confirmedAt: world.clock.now,
      promisedDate: '2026-03-02',
      backorderedAt: world.clock.now,
      proposalId: undefined,
    })
    expect(await proposals()).toMatchObject([
      { state: 'ACCEPTED', decidedBy: order.buyer.id, lines: [{ decisionNote: 'Fine.' }] },
    ])
    expect(await kindsOf(order.buyer.companyId)).toEqual([
      'order.change_accepted',
      'order.change_proposed',
      'order.confirmed',
    ])
    expect(await kindsOf(supplier.companyId)).toEqual([
      'supplier_order.change_accepted',
      'supplier_order.confirmed',
    ])
    // Later promises are measured against the day that the buyer has accepted.
    await answer([{ lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-03-05' }])
    expect((await read()).lines[0]?.progress).toMatchObject({
      promisedDate: '2026-03-05',
      backorderedAt: undefined,
    })
  })

  it('accepts fewer pieces: stock, credit and the order shrink exactly', async () => {
    const proposalId = await propose([fewer])
    const seen = await accept({ proposalId })
    expect(seen.lines[0]?.progress).toMatchObject({
      cancelled: 1000n,
      confirmedAt: world.clock.now,
    })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_500n)
    expect(await stockOf(database, order.products[0]?.id ?? '')).toMatchObject({ committed: 3 })
    expect((await read()).credits).toMatchObject([{ kind: 'CANCELLATION', state: 'SETTLED' }])
    expect((await read()).timeline.at(-1)).toMatchObject({
      kind: 'CHANGE_ACCEPTED',
      details: { proposalId, lines: 1, amount: '2.50', currency: 'EUR' },
    })
  })

  it('decides line by line', async () => {
    const proposalId = await propose([late, { ...late, lineNumber: 2 }])
    await accept({ proposalId, lineNumbers: [2] })
    expect(await proposals()).toMatchObject([
      { state: 'PROPOSED', lines: [{ state: 'PROPOSED' }, { state: 'ACCEPTED' }] },
    ])
    await expect(refuse({ proposalId, lineNumbers: [2] })).rejects.toMatchObject({
      code: 'orders.line_not_proposed',
    })
    await refuse({ proposalId, lineNumbers: [1] })
    expect(await proposals()).toMatchObject([
      { state: 'ACCEPTED', lines: [{ state: 'REFUSED' }, { state: 'ACCEPTED' }] },
    ])
    await expect(refuse({ proposalId })).rejects.toMatchObject({
      code: 'orders.proposal_already_decided',
      details: { state: 'ACCEPTED' },
    })
  })

  it('refuses: the line is as it was, and the supplier accepts it then', async () => {
    const proposalId = await propose([late])
    const seen = await refuse({ proposalId })
    expect(seen.lines[0]?.progress).toMatchObject({
      confirmedAt: undefined,
      promisedDate: undefined,
      proposalId: undefined,
    })
    expect(await kindsOf(supplier.companyId)).toEqual(['supplier_order.change_refused'])
    await answer([{ lineNumber: 1, status: 'ACCEPTED' }])
    expect((await read()).lines[0]?.progress.confirmedAt).toEqual(world.clock.now)
  })

  it('alone decides, besides operators', async () => {
    const proposalId = await propose([late])
    await expect(
      world.fulfilment.acceptProposal(supplier, { ...step(), proposalId }),
    ).rejects.toMatchObject({ code: 'orders.not_the_buyer' })
    await expect(accept({ proposalId: 'prp_0' })).rejects.toMatchObject({
      code: 'orders.proposal_not_found',
    })
    await world.fulfilment.holdOrder(order.buyer, { ...step(), reason: 'Wait.' })
    await expect(accept({ proposalId })).rejects.toMatchObject({ code: 'orders.order_held' })
    expect(await world.fulfilment.listProposals(supplier, order.id, { limit: 5 })).toHaveLength(1)
    const stranger = order.suppliers[1] as Actor
    await expect(
      world.fulfilment.listProposals(stranger, order.id, { limit: 5 }),
    ).rejects.toMatchObject({ code: 'orders.order_not_found' })
  })
})

describe('a proposal that nobody decides', () => {
  it('reminds the buyer once, and lapses then', async () => {
    const proposalId = await propose([late])
    const target = { companyId: order.buyer.companyId, orderId: order.id, proposalId }
    expect(await jobsOf(proposalId)).toEqual([
      ['orders.remind_of_proposal', '2026-01-06T03:04:05.000Z'],
      ['orders.lapse_proposal', '2026-01-16T03:04:05.000Z'],
    ])
    await remindOfProposal(world.deps, target)
    await remindOfProposal(world.deps, target)
    world.clock.now = new Date('2026-01-16T03:04:05Z')
    await lapseProposal(world.deps, target)
    await lapseProposal(world.deps, target)
    expect(await proposals()).toMatchObject([{ state: 'LAPSED', decidedBy: undefined }])
    expect((await read()).lines[0]?.progress.proposalId).toBeUndefined()
    expect(await kindsOf(order.buyer.companyId)).toEqual([
      'order.change_proposed',
      'order.change_refused',
      'order.change_reminded',
    ])
    expect(await kindsOf(supplier.companyId)).toEqual(['supplier_order.change_refused'])
    await expect(accept({ proposalId })).rejects.toMatchObject({
      code: 'orders.proposal_already_decided',
    })
    await remindOfProposal(world.deps, target)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['confirms', () => world.fulfilment.confirm(supplier, step())],
    ['ships', () => world.fulfilment.ship(supplier, { ...step(), lines: undefined })],
    ['rejects', () => answer([{ lineNumber: 1, status: 'REJECTED' }])],
    ['accepts', () => answer([{ lineNumber: 1, status: 'ACCEPTED' }])],
    ['proposes another day of', () => answer([{ ...late, promisedDate: '2026-04-01' }])],
  ])('lapses when the supplier %s the line', async (_what, act) => {
    const proposalId = await propose([late])
    await act()
    const states = new Map((await proposals()).map(({ id, state }) => [String(id), state]))
    expect(states.get(proposalId)).toBe('LAPSED')
    expect((await read()).lines[0]?.progress.proposalId).not.toBe(proposalId)
  })
})

describe('at once', () => {
  it('acceptance, refusal, lapse and cancellation end in one history with exact sums', async () => {
    const proposalId = await propose([fewer])
    const target = { companyId: order.buyer.companyId, orderId: order.id, proposalId }
    world.clock.now = new Date('2026-01-16T03:04:05Z')
    const cancel = () =>
      world.fulfilment.cancel(order.buyer, {
        ...step(),
        lines: [{ lineNumber: 1, quantity: 4000n }],
      })
    await Promise.allSettled([
      accept({ proposalId }),
      accept({ proposalId }),
      lapseProposal(world.deps, target),
      refuse({ proposalId }),
      cancel(),
      accept({ proposalId }),
      lapseProposal(world.deps, target),
    ])
    const [proposal] = await proposals()
    const { lines, timeline, order: after } = await read()
    const { cancelled, proposalId: waiting } = lines[0]?.progress ?? {}
    expect(waiting).toBeUndefined()
    const decisions = timeline.filter(({ kind }) => kind.startsWith('CHANGE_'))
    expect(decisions.length).toBeLessThanOrEqual(1)
    // An acceptance leaves three pieces, so that a cancellation of four comes too late.
    const left = proposal?.state === 'ACCEPTED' ? [1000n] : [0n, 4000n]
    expect(left).toContain(cancelled)
    expect(proposal?.state).not.toBe('PROPOSED')
    expect(await usedCredit(world, order.buyer.companyId)).toBe(
      1_750n - (250n * (cancelled ?? 0n)) / oneUnit,
    )
    expect(timeline).toHaveLength(after.version)
  })

  it('two answers leave one proposal that waits', async () => {
    const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
    await Promise.all(days.map((promisedDate) => answer([{ ...late, promisedDate }])))
    const states = (await proposals()).map(({ state }) => state).sort()
    expect(states).toEqual(['LAPSED', 'LAPSED', 'LAPSED', 'PROPOSED'])
    const [last] = await proposals()
    expect((await read()).lines[0]?.progress.proposalId).toBe(
      (await proposals()).find(({ state }) => state === 'PROPOSED')?.id ?? last?.id,
    )
  })

  it('decisions under one key happen once', async () => {
    const proposalId = await propose([fewer])
    const idempotency = () => ({ key: `accept-${order.id}`, fingerprint: Buffer.alloc(32) })
    const once = () => accept({ proposalId, idempotency: idempotency() })
    await Promise.all(Array.from({ length: 6 }, once))
    expect((await read()).credits).toHaveLength(1)
    expect((await read()).order.version).toBe(3)
  })
})

const step = () => ({ orderId: order.id, idempotency: undefined })

const answer = (lines: readonly LineAnswer[]) =>
  world.fulfilment.answer(supplier, { ...step(), lines })

type Decision = Omit<DecideInput, 'orderId' | 'idempotency'> & Partial<DecideInput>

const accept = (input: Decision) =>
  world.fulfilment.acceptProposal(order.buyer, { ...step(), ...input })

const refuse = (input: Decision) =>
  world.fulfilment.refuseProposal(order.buyer, { ...step(), ...input })

const proposals = () => world.fulfilment.listProposals(order.buyer, order.id, { limit: 20 })

async function propose(lines: readonly LineAnswer[]): Promise<string> {
  await answer(lines)
  const [proposal] = await proposals()
  if (!proposal) throw new Error('nothing is proposed')
  return proposal.id
}

const read = () => readOrder(world, order)

/** The kinds of events about the order in the log of a company, in the order of their names. */
async function kindsOf(companyId: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.events
    where company_id = ${companyId} and entity_id = ${order.id}
      and type not in ('order.created', 'supplier_order.received')
    order by type
  `.execute(database.pool)
  return rows.map(({ type }) => type)
}

async function jobsOf(proposalId: string): Promise<[string, string][]> {
  const { rows } = await sql<{ name: string; available_at: Date }>`
    select name, available_at from platform.jobs
    where payload ->> 'proposalId' = ${proposalId}
    order by available_at
  `.execute(database.pool)
  return rows.map(({ name, available_at: at }) => [name, at.toISOString()])
}
