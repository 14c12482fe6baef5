import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
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
import type { AnswerInput } from './answer-order.ts'
import type { LineAnswer } from './read-answers.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor

/** Two lines of 4 and 3 pieces at 2.50, both of one supplier, on 2 January 2026. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [{ quantity: 4 }, { quantity: 3 }])
  supplier = order.suppliers[0] as Actor
})

describe('a supplier that answers', () => {
  it('accepts lines with a promised date, and rejects others', async () => {
    const { order: seen, lines } = await answer(
      [
        { lineNumber: 1, status: 'ACCEPTED', promisedDate: '2026-01-16' },
        { lineNumber: 2, status: 'REJECTED' },
      ],
      { note: 'No longer made.' },
    )
    expect(seen.state).toBe('CONFIRMED')
    expect(lines.map(({ progress }) => progress)).toMatchObject([
      { confirmedAt: world.clock.now, promisedDate: '2026-01-16', cancelled: 0n },
      { confirmedAt: undefined, promisedDate: undefined, cancelled: 3000n },
    ])
    // The money of the rejected line went back, and its stock is free.
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_000n)
    expect(await stockOf(database, order.products[1]?.id ?? '')).toMatchObject({ committed: 0 })
    const { timeline, credits } = await read()
    expect(credits).toMatchObject([{ kind: 'CANCELLATION', state: 'SETTLED' }])
    expect(timeline.find(({ kind }) => kind === 'ANSWERED')).toMatchObject({
      actorId: supplier.id,
      details: {
        confirmed: 1,
        promised: '1: 2026-01-16',
        rejected: 1,
        amount: '7.50',
        currency: 'EUR',
        comment: 'No longer made.',
      },
    })
    expect(await eventsOf(order.buyer.companyId)).toEqual([
      [
        'order.cancelled',
        { lines: [{ lineNumber: 2, quantity: 3, unit: 'C62' }], reason: 'No longer made.' },
      ],
      ['order.confirmed', { lines: [{ lineNumber: 1, quantity: 4, unit: 'C62' }] }],
      [
        'order.promised_date_changed',
        { lines: [{ lineNumber: 1, quantity: 4, unit: 'C62', promisedDate: '2026-01-16' }] },
      ],
    ])
    expect((await eventsOf(supplier.companyId)).map(([type]) => type)).toEqual([
      'supplier_order.cancelled',
      'supplier_order.confirmed',
    ])
  })

  it('promises another day later, which confirms nothing again', async () => {
    await promise('2026-01-16')
    const confirmedAt = world.clock.now
    world.clock.now = new Date('2026-01-10T08:00:00Z')
    const { lines } = await promise('2026-01-19')
    expect(lines[0]?.progress).toMatchObject({ confirmedAt, promisedDate: '2026-01-19' })
    const events = (await eventsOf(order.buyer.companyId)).map(([type]) => type)
    expect(events).toEqual([
      'order.confirmed',
      'order.promised_date_changed',
      'order.promised_date_changed',
    ])
    const { rows } = await sql<{ lines: object[] }>`
      select data -> 'lines' as lines from platform.events
      where company_id = ${order.buyer.companyId} and type = 'order.promised_date_changed'
      order by entity_version desc limit 1
    `.execute(database.pool)
    expect(rows[0]?.lines).toMatchObject([
      { promisedDate: '2026-01-19', promisedBefore: '2026-01-16' },
    ])
  })

  it('keeps a promise when it accepts without a date', async () => {
    await promise('2026-01-16')
    await answer([{ lineNumber: 2, status: 'ACCEPTED' }])
    expect((await read()).lines[0]?.progress.promisedDate).toBe('2026-01-16')
  })

  it('rejects what is open of a line that has left in part', async () => {
    await world.fulfilment.ship(supplier, {
      ...step(),
      lines: [{ lineNumber: 1, quantity: 1000n }],
    })
    await answer([{ lineNumber: 1, status: 'REJECTED' }])
    expect((await read()).lines[0]?.progress).toMatchObject({ shipped: 1000n, cancelled: 3000n })
  })

  it('ends an order of which it rejects everything', async () => {
    const { order: seen } = await answer([
      { lineNumber: 1, status: 'REJECTED' },
      { lineNumber: 2, status: 'REJECTED' },
    ])
    expect(seen.state).toBe('CANCELLED')
    expect(await usedCredit(world, order.buyer.companyId)).toBe(0n)
  })
})

describe('an answer is refused', () => {
  const accepted = { lineNumber: 1, status: 'ACCEPTED' } as const

  it('when it says nothing new', async () => {
    await promise('2026-01-16')
    await expect(answer([accepted])).rejects.toMatchObject({ code: 'orders.nothing_answered' })
    await expect(promise('2026-01-16')).rejects.toMatchObject({ code: 'orders.nothing_answered' })
  })

  it('when its day is past, and not when it is today', async () => {
    await expect(promise('2026-01-01')).rejects.toMatchObject({
      code: 'orders.promised_date_past',
      details: { lineNumber: 1, today: '2026-01-02' },
    })
    expect((await promise('2026-01-02')).lines[0]?.progress.promisedDate).toBe('2026-01-02')
  })

  it.each([
    ['America/Los_Angeles', '2026-01-03T05:00:00Z', '2026-01-02', '2026-01-01'],
    ['Asia/Tokyo', '2026-01-02T16:00:00Z', '2026-01-03', '2026-01-02'],
  ])('when its day is past for a buyer in %s', async (timeZone, instant, today, yesterday) => {
    world.clock.now = new Date(instant)
    await moveToTimeZone(database, order.buyer.companyId, timeZone)
    await expect(promise(yesterday)).rejects.toMatchObject({
      code: 'orders.promised_date_past',
      details: { lineNumber: 1, today },
    })
    expect((await promise(today)).lines[0]?.progress.promisedDate).toBe(today)
  })

  it('when it names a line twice, or a line with nothing open', async () => {
    await expect(answer([accepted, accepted])).rejects.toMatchObject({
      code: 'orders.line_repeated',
    })
    await world.fulfilment.ship(supplier, {
      ...step(),
      lines: [{ lineNumber: 1, quantity: 4000n }],
    })
    await expect(answer([accepted])).rejects.toMatchObject({
      code: 'orders.quantity_exceeds_open',
    })
  })

  it('to everybody but the supplier of the lines', async () => {
    const two = await aPlacedOrder(world, [{ quantity: 4 }, { quantity: 3, supplier: 1 }])
    const [first, second] = two.suppliers as [Actor, Actor]
    const input = (lineNumber: number): AnswerInput => ({
      orderId: two.id,
      idempotency: undefined,
      lines: [{ lineNumber, status: 'ACCEPTED' }],
    })
    await expect(world.fulfilment.answer(second, input(1))).rejects.toMatchObject({
      code: 'orders.line_not_found',
    })
    await expect(world.fulfilment.answer(two.buyer, input(1))).rejects.toMatchObject({
      code: 'orders.not_the_supplier',
    })
    const seen = await world.fulfilment.answer(first, input(1))
    expect(seen.lines.map(({ progress }) => progress.lineNumber)).toEqual([1])
    expect(seen.order.state).toBe('PLACED')
    await expect(answer([accepted], {}, second)).rejects.toMatchObject({
      code: 'orders.order_not_found',
    })
  })

  it('while the order is held, and after its end', async () => {
    await world.fulfilment.holdOrder(order.buyer, { ...step(), reason: 'Wait.' })
    await expect(answer([accepted])).rejects.toMatchObject({ code: 'orders.order_held' })
    await world.fulfilment.cancel(order.buyer, step())
    await expect(answer([accepted])).rejects.toMatchObject({ code: 'orders.order_not_open' })
  })
})

describe('answers at once', () => {
  it('of one line end in one history: it is confirmed or cancelled, never both', async () => {
    const tries = Array.from({ length: 16 }, (_, at) =>
      answer([{ lineNumber: 1, status: at % 2 === 0 ? 'ACCEPTED' : 'REJECTED' }]),
    )
    const ended = await Promise.allSettled(tries)
    const done = ended.filter(({ status }) => status === 'fulfilled')
    // An acceptance may come before the rejection, and nothing after it.
    expect(done.length).toBeGreaterThanOrEqual(1)
    expect(done.length).toBeLessThanOrEqual(2)
    const { lines, order: after } = await read()
    expect(lines[0]?.progress.cancelled).toBe(4000n)
    expect(after.version).toBe(1 + done.length)
    expect(await usedCredit(world, order.buyer.companyId)).toBe(750n)
  })

  it('under one key happen once', async () => {
    const idempotency = () => ({ key: `answer-${order.id}`, fingerprint: Buffer.alloc(32) })
    const once = () =>
      answer([{ lineNumber: 1, status: 'REJECTED' }], { idempotency: idempotency() })
    await Promise.all(Array.from({ length: 6 }, once))
    const { credits, order: after } = await read()
    expect(credits).toHaveLength(1)
    expect(after.version).toBe(2)
  })
})

const step = () => ({ orderId: order.id, idempotency: undefined })

function answer(lines: readonly LineAnswer[], more: Partial<AnswerInput> = {}, by = supplier) {
  return world.fulfilment.answer(by, { ...step(), lines, ...more })
}

const promise = (promisedDate: string) =>
  answer([{ lineNumber: 1, status: 'ACCEPTED', promisedDate }])

const read = () => readOrder(world, order)

/** What the log of a company says about the order: kinds, lines and reasons. */
async function eventsOf(companyId: string): Promise<[string, object][]> {
  const { rows } = await sql<{ type: string; data: { lines: object[]; reason?: string } }>`
    select type, data from platform.events
    where company_id = ${companyId} and entity_id = ${order.id}
      and type not in ('order.created', 'supplier_order.received')
    order by type, entity_version
  `.execute(database.pool)
  return rows.map(({ type, data: { lines, reason } }) => [
    type,
    {
      lines: lines.map((line) => {
        const { productId: _, sku: __, ...rest } = line as Record<string, unknown>
        return rest
      }),
      ...(reason === undefined ? {} : { reason }),
    },
  ])
}
