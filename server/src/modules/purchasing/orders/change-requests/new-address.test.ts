import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { quantityOf } from '#kernel/quantity'
import { sql } from '#platform/db'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  askForApproval,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  usedCredit,
} from '../fulfilment/fulfilment.fixture.ts'
import type { Address } from '../order.ts'
import { findWaitingRaise } from '../raises/waiting-raise-store.ts'
import { partAtRevision } from '../supplier/part-at-revision.ts'
import { partOfSupplier } from '../supplier/part-of-order.ts'
import { readVersion, readVersions } from '../versions/read-versions.ts'
import type { LineWish } from './read-requested-lines.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor
let other: Actor

/** Two lines of one supplier, and one of another, to Hafenstr. 7 in Hamburg. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [
    { quantity: 4 },
    { quantity: 3 },
    { quantity: 2, supplier: 1 },
  ])
  ;[supplier, other] = order.suppliers as [Actor, Actor]
})

const dock: Address = {
  name: 'Goods receipt',
  line1: 'Dock 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
const hamburg: Address = { ...dock, name: 'Bea Buyer', line1: 'Hafenstr. 7' }
const toDock = { lineNumber: 1, shipTo: dock } as const

describe('a buyer that requests another address', () => {
  it('changes nothing until the supplier accepts', async () => {
    const changeRequestId = await request([toDock])
    const before = await read()
    expect(before.order).toMatchObject({ shipTo: hamburg, deliveries: undefined })
    expect(before.lines[0]?.progress).toMatchObject({ changeRequestId, delivery: undefined })
    const [asked] = await requests()
    expect(asked?.lines).toEqual([
      { lineNumber: 1, quantityBefore: 4000n, quantity: 4000n, shipTo: dock },
    ])
    await accept(changeRequestId)
    const { order: after, lines, timeline } = await read()
    expect(after).toMatchObject({
      shipTo: hamburg,
      deliveries: [
        { number: 1, shipTo: hamburg },
        { number: 2, shipTo: dock },
      ],
      total: before.order.total,
      revisions: { [supplier.companyId]: 1 },
    })
    expect(lines.map(({ delivery = 1 }) => delivery)).toEqual([2, 1, 1])
    expect(lines[0]?.progress.confirmedAt).toEqual(world.clock.now)
    expect(timeline.at(-1)).toMatchObject({
      kind: 'CHANGE_REQUEST_ACCEPTED',
      details: { changeRequestId, lines: 1, moved: 1 },
    })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(2_250n)
    await expect(ship([1, 2])).rejects.toMatchObject({ code: 'orders.several_deliveries' })
    await ship([1])
  })

  it('may name another day with it, and changes other lines in the same request', async () => {
    const changeRequestId = await request([
      { ...toDock, requestedDate: '2026-03-02' },
      { lineNumber: 2, quantity: quantityOf(5) },
    ])
    await accept(changeRequestId)
    const { lines } = await read()
    expect(lines.map(({ progress }) => progress)).toMatchObject([
      { delivery: 2, promisedDate: '2026-03-02', agreedDate: '2026-03-02' },
      { quantity: 3000n },
      {},
      { followsLine: 2, quantity: 2000n },
    ])
    expect(lines[1]?.delivery ?? 1).toBe(1)
    expect(await usedCredit(world, order.buyer.companyId)).toBe(2_750n)
  })

  it('is refused if the goods could cost anything else there, or cannot go there', async () => {
    const codeOf = (shipTo: Address, lineNumber = 1) =>
      request([{ lineNumber, shipTo }]).catch(({ code }) => code)
    expect(await codeOf(hamburg)).toBe('orders.nothing_changed')
    const vienna = { ...dock, city: 'Wien', postalCode: '1010', country: 'AT' }
    expect(await codeOf(vienna)).toBe('orders.address_costs_otherwise')
    // Heligoland is in Germany, and outside its area of value added tax.
    expect(await codeOf({ ...dock, postalCode: '27498' })).toBe('orders.address_costs_otherwise')
    expect(await codeOf({ ...dock, postalCode: 'X' })).toBe('orders.postal_code_invalid')
    await ship([1], quantityOf(1))
    await expect(request([toDock])).rejects.toMatchObject({
      code: 'orders.line_partly_shipped',
      details: { lineNumber: 1, shipped: 1 },
    })
    await expect(request([{ lineNumber: 3, shipTo: dock }], supplier)).rejects.toMatchObject({
      code: 'orders.not_the_buyer',
    })
    expect(await requests()).toEqual([])
  })

  it('names nobody in events', async () => {
    await accept(await request([toDock]))
    const { rows } = await sql<{ type: string; data: { lines: object[] } }>`
      select type, data from platform.events
      where entity_id = ${order.id} and type like '%change_request%' and company_id is not null
      order by type
    `.execute(database.pool)
    expect(rows.map(({ type }) => type)).toEqual([
      'order.change_request_accepted',
      'order.change_requested',
      'supplier_order.change_request_accepted',
      'supplier_order.change_requested',
    ])
    for (const { data } of rows) {
      expect(data.lines).toMatchObject([{ lineNumber: 1, newAddress: true }])
      expect(JSON.stringify(data)).not.toContain(dock.name)
    }
  })
})

describe('the address of the order', () => {
  it('is that of the first delivery to which goods go', async () => {
    await accept(await request([toDock, { lineNumber: 2, shipTo: dock }]))
    expect((await read()).order.shipTo).toEqual(hamburg)
    const theirs = partOfSupplier(await read(), supplier.companyId)
    expect(theirs.order).toMatchObject({ shipTo: dock, deliveries: [{ number: 2 }] })
    expect(partOfSupplier(await read(), other.companyId).order).toMatchObject({
      shipTo: hamburg,
      deliveries: [{ number: 1 }],
    })
    await accept(await request([{ lineNumber: 3, shipTo: dock }]), other)
    expect((await read()).order).toMatchObject({
      shipTo: dock,
      deliveries: [{ number: 1 }, { number: 2 }, { number: 3 }],
    })
  })

  it('is known of each version, and of each revision of the purchase order', async () => {
    await cancel(2, 3)
    await accept(await request([toDock]))
    await accept(await request([{ lineNumber: 1, shipTo: hamburg }]))
    const versions = await readVersions(database.pool, order.buyer, { orderId: order.id }, page)
    expect(versions.map(({ changes }) => changes.lines)).toMatchObject([
      [{ lineNumber: 1, before: { delivery: 2 }, after: { delivery: 3 } }],
      [{ lineNumber: 1, before: { delivery: 1 }, after: { delivery: 2 } }],
      [{ lineNumber: 2, before: { quantity: 3000n }, after: { quantity: 0n } }],
    ])
    const deliveryAt = async (version: number) => {
      const named = { orderId: order.id, version: String(version) }
      return (await readVersion(database.pool, order.buyer, named)).lines[0]?.terms.delivery ?? 1
    }
    expect([await deliveryAt(1), await deliveryAt(4), await deliveryAt(6)]).toEqual([1, 2, 3])
    const document = await read()
    const addressAt = async (revision?: number) => {
      const { companyId } = supplier
      const { part } = await partAtRevision(database.pool, document, companyId, revision)
      return [part.order.shipTo.line1, part.order.deliveries?.map(({ number }) => number)]
    }
    expect(await addressAt(0)).toEqual(['Hafenstr. 7', [1]])
    expect(await addressAt(2)).toEqual(['Dock 7', [2]])
    expect(await addressAt()).toEqual(['Hafenstr. 7', [3]])
  })
})

it('a new address ends a change about which approvers decide: they have seen another order', async () => {
  await askForApproval(world, order)
  await accept(await request([{ lineNumber: 3, quantity: quantityOf(4) }]), other)
  const target = { companyId: order.buyer.companyId, orderId: order.id }
  expect(await findWaitingRaise(database.pool, target)).toBeDefined()
  await accept(await request([toDock]))
  expect(await findWaitingRaise(database.pool, target)).toBeUndefined()
  expect((await read()).lines.map(({ delivery = 1 }) => delivery)).toEqual([2, 1, 1])
})

it('64 simultaneous requests, decisions, shipments and cancellations leave each line at one address', async () => {
  const changeRequestId = await request([toDock, { lineNumber: 2, shipTo: dock }])
  const steps = [
    () => accept(changeRequestId),
    () => ship([1], quantityOf(1)),
    () => cancel(2, 1),
    () => world.fulfilment.withdrawChangeRequest(order.buyer, { ...step(), changeRequestId }),
    async () => accept(await request([{ lineNumber: 1, shipTo: { ...dock, line1: 'Gate 1' } }])),
  ]
  const outcomes = await Promise.allSettled(
    Array.from({ length: 64 }, (_, at) => (steps[at % steps.length] as () => Promise<unknown>)()),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/^orders\./)
  }
  const { order: after, lines, timeline } = await read()
  expect(timeline).toHaveLength(after.version)
  const deliveries = after.deliveries ?? [{ number: 1, shipTo: after.shipTo }]
  const numbers = deliveries.map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  const accepted = timeline.filter(({ kind }) => kind === 'CHANGE_REQUEST_ACCEPTED')
  expect(deliveries).toHaveLength(1 + accepted.length)
  // Every request is about the first line, and the last accepted one says where it goes.
  const last = accepted.at(-1)?.details.changeRequestId
  const [wished] = (await requests()).find(({ id }) => id === last)?.lines ?? []
  const { delivery = 1, shipped } = lines[0]?.progress ?? { shipped: 0n }
  expect(deliveries.find(({ number }) => number === delivery)?.shipTo).toEqual(
    wished?.shipTo ?? hamburg,
  )
  const left = timeline.findIndex(({ kind }) => kind === 'SHIPPED')
  expect(left >= 0).toBe(shipped > 0n)
  if (left >= 0) expect(accepted.filter((one) => timeline.indexOf(one) > left)).toEqual([])
})

const page = { limit: 20 }
const step = () => ({ orderId: order.id, idempotency: undefined })

/** Returns the id of the request. */
async function request(lines: readonly LineWish[], as = order.buyer): Promise<string> {
  const reason = 'The warehouse is full.'
  const { timeline } = await world.fulfilment.requestChange(as, { ...step(), lines, reason })
  const last = timeline.findLast(({ kind }) => kind === 'CHANGE_REQUESTED')
  return String(last?.details.changeRequestId)
}

const accept = (changeRequestId: string, as = supplier) =>
  world.fulfilment.acceptChangeRequest(as, { ...step(), changeRequestId })

const ship = (numbers: readonly number[], quantity = quantityOf(2)) =>
  world.fulfilment.ship(supplier, {
    ...step(),
    lines: numbers.map((lineNumber) => ({ lineNumber, quantity })),
  })

const cancel = (lineNumber: number, quantity: number) =>
  world.fulfilment.cancel(order.buyer, {
    ...step(),
    lines: [{ lineNumber, quantity: quantityOf(quantity) }],
  })

const requests = () => world.fulfilment.listChangeRequests(order.buyer, order.id, page)

const read = () => readOrder(world, order)
