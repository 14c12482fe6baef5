import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { numberOf, oneUnit, type Quantity, sumOfQuantities } from '#kernel/quantity'
import { sql } from '#platform/db'
import { stockOf } from '#testing/catalog'
import { moveToTimeZone } from '#testing/identity'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  usedCredit,
} from '../fulfilment/fulfilment.fixture.ts'
import { lapseChangeRequest, remindOfChangeRequest } from './change-request-jobs.ts'
import type { DecideRequestInput } from './decide-change-request.ts'
import type { LineWish } from './read-requested-lines.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor
let other: Actor

/** Lines of 4 and 3 pieces at 2.50 from one supplier, and of 2 pieces from another one, on Friday 2 January 2026. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [
    { quantity: 4 },
    { quantity: 3 },
    { quantity: 2, supplier: 1 },
  ])
  ;[supplier, other] = order.suppliers as [Actor, Actor]
})

const fewer = { lineNumber: 1, quantity: 3000n } as const
const later = { lineNumber: 1, requestedDate: '2026-03-02' } as const
const gone = { lineNumber: 2, cancel: true } as const

describe('a buyer that requests a change', () => {
  it('changes nothing until the supplier decides', async () => {
    const changeRequestId = await request([{ ...fewer, ...later }, gone])
    const { lines, order: seen } = await read()
    expect(seen).toMatchObject({ state: 'PLACED', version: 2 })
    expect(lines.map(({ progress }) => progress)).toMatchObject([
      { changeRequestId, confirmedAt: undefined, promisedDate: undefined, cancelled: 0n },
      { changeRequestId, cancelled: 0n },
      { changeRequestId: undefined },
    ])
    expect(await requests()).toMatchObject([
      {
        state: 'OPEN',
        supplierCompanyId: supplier.companyId,
        requestedBy: order.buyer.id,
        reason: 'Later.',
        // Ten working days.
        lapsesAt: new Date('2026-01-16T03:04:05.000Z'),
        lines: [
          { lineNumber: 1, quantityBefore: 4000n, quantity: 3000n, requestedDate: '2026-03-02' },
          { lineNumber: 2, quantityBefore: 3000n, quantity: 0n },
        ],
      },
    ])
    expect(await kindsOf(order.buyer)).toEqual(['order.change_requested'])
    expect(await kindsOf(supplier)).toEqual(['supplier_order.change_requested'])
    expect(await kindsOf(other)).toEqual([])
  })

  it('requests the day that it is in its time zone', async () => {
    world.clock.now = new Date('2026-01-03T05:00:00Z')
    await moveToTimeZone(database, order.buyer.companyId, 'America/Los_Angeles')
    const past = request([{ lineNumber: 1, requestedDate: '2026-01-01' }])
    await expect(past).rejects.toMatchObject({
      code: 'orders.requested_date_past',
      details: { today: '2026-01-02' },
    })
    await request([{ ...fewer, requestedDate: '2026-01-02' }])
    expect(await requests()).toHaveLength(1)
  })

  it('is refused at once if the change is impossible', async () => {
    const codeOf = (...lines: LineWish[]) => request(lines).catch(({ code }) => code)
    expect(await codeOf({ lineNumber: 1, quantity: 101_000n })).toBe('orders.stock_short')
    expect(await codeOf({ lineNumber: 1, quantity: 4000n })).toBe('orders.nothing_changed')
    expect(await codeOf({ lineNumber: 9, quantity: 1000n })).toBe('orders.line_not_found')
    expect(await codeOf(fewer, later)).toBe('orders.line_repeated')
    expect(await codeOf(fewer, { lineNumber: 3, cancel: true })).toBe('orders.several_suppliers')
    const past = { lineNumber: 1, requestedDate: '2026-01-01' }
    expect(await codeOf(past)).toBe('orders.requested_date_past')
    await ship(1, 2000n)
    expect(await codeOf({ lineNumber: 1, quantity: 1000n })).toBe('orders.quantity_below_shipped')
    await ship(1, 2000n)
    expect(await codeOf({ lineNumber: 1, cancel: true })).toBe('orders.quantity_exceeds_open')
    await answer('2026-03-02')
    expect(await codeOf(gone)).toBe('orders.change_proposed')
    expect(await requests()).toEqual([])
    await expect(requestAs(supplier, [fewer])).rejects.toMatchObject({
      code: 'orders.not_the_buyer',
    })
  })

  it('has one open request to each supplier', async () => {
    const changeRequestId = await request([fewer])
    await expect(request([gone])).rejects.toMatchObject({
      code: 'orders.change_already_requested',
      details: { changeRequestId },
    })
    await request([{ lineNumber: 3, cancel: true }])
    await withdraw({ changeRequestId })
    await request([gone])
    const states = (await requests()).map(({ state }) => state).sort()
    expect(states).toEqual(['OPEN', 'OPEN', 'WITHDRAWN'])
  })

  it('withdraws it, and the lines are as they were', async () => {
    const changeRequestId = await request([fewer, gone])
    await expect(withdraw({ changeRequestId, as: supplier })).rejects.toMatchObject({
      code: 'orders.not_the_buyer',
    })
    await withdraw({ changeRequestId })
    const { lines, timeline } = await read()
    expect(lines.map(({ progress }) => progress.changeRequestId)).toEqual(Array(3).fill(undefined))
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'PLACED',
      'CHANGE_REQUESTED',
      'CHANGE_REQUEST_WITHDRAWN',
    ])
    await expect(accept({ changeRequestId })).rejects.toMatchObject({
      code: 'orders.change_request_already_decided',
      details: { state: 'WITHDRAWN' },
    })
    await ship(1, 4000n)
  })
})

describe('a supplier that decides', () => {
  it('accepts: fewer pieces are cancelled, and the lines are confirmed with their day', async () => {
    const changeRequestId = await request([{ ...fewer, ...later }, gone])
    const { lines } = await accept({ changeRequestId, note: 'Fine.' })
    expect(lines.map(({ progress }) => progress)).toMatchObject([
      {
        changeRequestId: undefined,
        confirmedAt: world.clock.now,
        promisedDate: '2026-03-02',
        agreedDate: '2026-03-02',
        cancelled: 1000n,
      },
      { changeRequestId: undefined, confirmedAt: undefined, cancelled: 3000n },
    ])
    expect(await requests()).toMatchObject([
      { state: 'ACCEPTED', decidedBy: supplier.id, decisionNote: 'Fine.' },
    ])
    // Nine pieces at 2.50, of which four went back.
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_250n)
    const stocks = await Promise.all(order.products.map(({ id }) => stockOf(database, id)))
    expect(stocks.map((stock) => stock?.committed)).toEqual([3, 0, 2])
    expect(await kindsOf(order.buyer)).toEqual([
      'order.cancelled',
      'order.change_request_accepted',
      'order.change_requested',
      'order.confirmed',
    ])
    expect(await kindsOf(supplier)).toEqual([
      'supplier_order.cancelled',
      'supplier_order.change_request_accepted',
      'supplier_order.change_requested',
      'supplier_order.confirmed',
    ])
    // Later promises are measured against the day that both agreed on.
    await world.fulfilment.answer(supplier, {
      ...step(),
      lines: [{ lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-03-05' }],
    })
    expect((await read()).lines[0]?.progress.promisedDate).toBe('2026-03-05')
  })

  it('accepts that a partly shipped line loses its open rest', async () => {
    await ship(1, 3000n)
    const changeRequestId = await request([{ lineNumber: 1, cancel: true }])
    const { lines } = await accept({ changeRequestId })
    expect(lines[0]?.progress).toMatchObject({ shipped: 3000n, cancelled: 1000n })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(2_000n)
  })

  it('refuses, and confirms and ships the lines as they were ordered', async () => {
    const changeRequestId = await request([fewer])
    await refuse({ changeRequestId, note: 'The truck is loaded.' })
    expect(await requests()).toMatchObject([{ state: 'REFUSED', decisionNote: expect.any(String) }])
    await ship(1, 4000n)
    expect((await read()).lines[0]?.progress).toMatchObject({ shipped: 4000n, cancelled: 0n })
  })

  it('neither confirms, answers nor ships lines before it has decided', async () => {
    const changeRequestId = await request([fewer])
    const refused = {
      code: 'orders.change_requested',
      details: { changeRequestId, lineNumbers: [1] },
    }
    await expect(ship(1, 1000n)).rejects.toMatchObject(refused)
    await expect(world.fulfilment.confirm(supplier, step())).rejects.toMatchObject(refused)
    await expect(answer('2026-03-02', 1)).rejects.toMatchObject(refused)
    await ship(2, 1000n)
  })

  it('decides only on requests to it, and not while the buyer holds the order', async () => {
    const changeRequestId = await request([fewer])
    const unknown = { code: 'orders.change_request_not_found' }
    await expect(accept({ changeRequestId, as: other })).rejects.toMatchObject(unknown)
    await expect(accept({ changeRequestId: 'chr_none' })).rejects.toMatchObject(unknown)
    await expect(accept({ changeRequestId, as: order.buyer })).rejects.toMatchObject({
      code: 'orders.not_the_supplier',
    })
    expect(await requestsSeenBy(other)).toEqual([])
    expect(await requestsSeenBy(supplier)).toHaveLength(1)
    await world.fulfilment.holdOrder(order.buyer, { ...step(), reason: 'Wait.' })
    await expect(accept({ changeRequestId })).rejects.toMatchObject({ code: 'orders.order_held' })
    await refuse({ changeRequestId })
  })
})

describe('a request that nobody decides', () => {
  it('reminds the supplier after two working days and lapses after ten', async () => {
    const changeRequestId = await request([fewer])
    expect(await jobsOf(changeRequestId)).toEqual([
      ['orders.remind_of_change_request', '2026-01-06T03:04:05.000Z'],
      ['orders.lapse_change_request', '2026-01-16T03:04:05.000Z'],
    ])
    const target = { companyId: order.buyer.companyId, orderId: order.id, changeRequestId }
    await remindOfChangeRequest(world.deps, target)
    await remindOfChangeRequest(world.deps, target)
    await lapseChangeRequest(world.deps, target)
    await lapseChangeRequest(world.deps, target)
    expect(await requests()).toMatchObject([{ state: 'LAPSED', decidedBy: undefined }])
    expect((await read()).lines[0]?.progress.changeRequestId).toBeUndefined()
    expect(await kindsOf(supplier)).toEqual([
      'supplier_order.change_request_lapsed',
      'supplier_order.change_request_reminded',
      'supplier_order.change_requested',
    ])
  })

  it('lapses as a whole if pieces of one of its lines are cancelled', async () => {
    await request([fewer, gone])
    await cancel(2, 1000n)
    expect(await requests()).toMatchObject([{ state: 'LAPSED' }])
    const { lines } = await read()
    expect(lines.map(({ progress }) => progress.changeRequestId)).toEqual(Array(3).fill(undefined))
    expect(await kindsOf(order.buyer)).toEqual([
      'order.cancelled',
      'order.change_request_lapsed',
      'order.change_requested',
    ])
  })
})

describe('64 simultaneous steps on a line', () => {
  it('end in one history with exact sums', async () => {
    const changeRequestId = await request([fewer, { lineNumber: 2, quantity: 1000n }])
    const target = { companyId: order.buyer.companyId, orderId: order.id, changeRequestId }
    const steps = [
      () => accept({ changeRequestId }),
      () => withdraw({ changeRequestId }),
      () => ship(1, 1000n),
      () => refuse({ changeRequestId }),
      () => cancel(1, 2000n),
      () => lapseChangeRequest(world.deps, target),
      () => request([{ lineNumber: 1, quantity: 2000n }]),
      async () => {
        const id = await request([{ lineNumber: 1, quantity: 5000n }])
        await accept({ changeRequestId: id })
      },
      () => answer('2026-03-02', 1),
    ]
    const outcomes = await Promise.allSettled(
      Array.from({ length: 64 }, (_, at) => (steps[at % steps.length] as () => Promise<unknown>)()),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/^orders\./)
    }
    const { lines, timeline, order: after, credits } = await read()
    const [first, second] = lines.map(({ progress }) => progress)
    expect(timeline).toHaveLength(after.version)
    const ends = timeline.filter(({ details }) => details.changeRequestId === changeRequestId)
    // A cancellation that came first has no step of the request.
    expect(ends.length).toBeGreaterThanOrEqual(1)
    expect(ends.length).toBeLessThanOrEqual(2)
    const found = await requests()
    const open = found.filter(({ state }) => state === 'OPEN').map(({ id }) => id)
    expect(open.length).toBeLessThanOrEqual(1)
    expect(first?.changeRequestId).toBe(open[0])
    expect(found.find(({ id }) => id === changeRequestId)?.state).not.toBe('OPEN')
    const gone = sumOfQuantities(lines.map(({ progress }) => progress.cancelled))
    expect(first && first.shipped + first.cancelled).toBeLessThanOrEqual(4000n)
    expect([0n, 2000n]).toContain(second?.cancelled)
    const credited = credits.reduce((sum, { amount }) => sum + amount.amountMinor, 0n)
    expect(credited).toBe((250n * gone) / oneUnit)
    const added = sumOfQuantities(
      lines.map(({ progress }) => (progress.followsLine === undefined ? 0n : progress.quantity)),
    )
    const cost = 2_250n + (250n * added) / oneUnit
    expect(after.total).toEqual(euros(cost))
    expect(await usedCredit(world, order.buyer.companyId)).toBe(cost - credited)
    const [stock] = await Promise.all(order.products.map(({ id }) => stockOf(database, id)))
    expect(stock?.committed).toBe(4 + numberOf(added) - numberOf(first?.cancelled ?? 0n))
  })

  it('decisions under one key happen once', async () => {
    const changeRequestId = await request([fewer])
    const idempotency = () => ({ key: `accept-${order.id}`, fingerprint: Buffer.alloc(32) })
    const once = () => accept({ changeRequestId, idempotency: idempotency() })
    await Promise.all(Array.from({ length: 6 }, once))
    expect((await read()).credits).toHaveLength(1)
    expect((await read()).order.version).toBe(3)
  })
})

const euros = (minor: bigint) => money(minor, 'EUR')

const step = () => ({ orderId: order.id, idempotency: undefined })

const requestAs = (actor: Actor, lines: readonly LineWish[]) =>
  world.fulfilment.requestChange(actor, { ...step(), lines, reason: 'Later.' })

/** Returns the id of the request. */
async function request(lines: readonly LineWish[]): Promise<string> {
  const { timeline } = await requestAs(order.buyer, lines)
  const last = timeline.findLast(({ kind }) => kind === 'CHANGE_REQUESTED')
  return String(last?.details.changeRequestId)
}

type Decision = Omit<DecideRequestInput, 'orderId' | 'idempotency'> &
  Partial<DecideRequestInput> & { readonly as?: Actor }

const accept = ({ as = supplier, ...input }: Decision) =>
  world.fulfilment.acceptChangeRequest(as, { ...step(), ...input })

const refuse = ({ as = supplier, ...input }: Decision) =>
  world.fulfilment.refuseChangeRequest(as, { ...step(), ...input })

const withdraw = ({ as = order.buyer, ...input }: Decision) =>
  world.fulfilment.withdrawChangeRequest(as, { ...step(), ...input })

const ship = (lineNumber: number, quantity: Quantity) =>
  world.fulfilment.ship(supplier, { ...step(), lines: [{ lineNumber, quantity }] })

const cancel = (lineNumber: number, quantity: Quantity) =>
  world.fulfilment.cancel(order.buyer, { ...step(), lines: [{ lineNumber, quantity }] })

const answer = (promisedDate: string, lineNumber = 2) =>
  world.fulfilment.answer(supplier, {
    ...step(),
    lines: [{ lineNumber, status: 'BACKORDERED', promisedDate }],
  })

const requestsSeenBy = (actor: Actor) =>
  world.fulfilment.listChangeRequests(actor, order.id, { limit: 20 })

const requests = () => requestsSeenBy(order.buyer)

const read = () => readOrder(world, order)

/** The kinds of events about the order in the log of a company, in the order of their names. */
async function kindsOf({ companyId }: Actor): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from platform.events
    where company_id = ${companyId} and entity_id = ${order.id}
      and type not in ('order.created', 'supplier_order.received')
    order by type
  `.execute(database.pool)
  return rows.map(({ type }) => type)
}

async function jobsOf(changeRequestId: string): Promise<[string, string][]> {
  const { rows } = await sql<{ name: string; available_at: Date }>`
    select name, available_at from platform.jobs
    where payload ->> 'changeRequestId' = ${changeRequestId}
    order by available_at
  `.execute(database.pool)
  return rows.map(({ name, available_at: at }) => [name, at.toISOString()])
}
