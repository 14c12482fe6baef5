import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { lesser, numberOf, quantityOf } from '#kernel/quantity'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
} from '../fulfilment/fulfilment.fixture.ts'
import { openOf } from '../fulfilment/line-progress.ts'
import { replaceLines } from '../fulfilment/pick-lines.ts'
import { termsOf } from '../proposals/terms.ts'
import { readVersion, readVersions } from './read-versions.ts'
import { changesBetween, type OrderVersion, termsBefore } from './version.ts'

const database = await useDatabase()
let world: FulfilmentWorld
let order: PlacedOrder
let supplier: Actor
let other: Actor

/** Lines of 4 and 3 pieces from one supplier, and of 2 pieces from another one. */
beforeEach(async () => {
  world = aFulfilmentWorld(database)
  order = await aPlacedOrder(world, [
    { quantity: 4 },
    { quantity: 3 },
    { quantity: 2, supplier: 1 },
  ])
  ;[supplier, other] = order.suppliers as [Actor, Actor]
})

describe('the versions of an order', () => {
  it('are the steps that changed terms, and count the revisions of each part', async () => {
    await world.fulfilment.confirm(supplier, step())
    await cancel(1, 1)
    await promise('2026-03-02')
    await ship()
    await cancel(3, 2)
    expect(
      (await versions(order.buyer)).map(({ version, kind, changes }) => [version, kind, changes]),
    ).toEqual([
      [
        6,
        'CANCELLED',
        {
          lines: [
            {
              lineNumber: 3,
              supplierCompanyId: other.companyId,
              before: { quantity: 2000n },
              after: { quantity: 0n },
            },
          ],
          revisions: { [other.companyId]: 1 },
        },
      ],
      [
        4,
        'ANSWERED',
        {
          lines: [
            {
              lineNumber: 1,
              supplierCompanyId: supplier.companyId,
              before: { quantity: 3000n },
              after: { quantity: 3000n, promisedDate: '2026-03-02' },
            },
          ],
          revisions: { [supplier.companyId]: 2 },
        },
      ],
      [
        3,
        'CANCELLED',
        {
          lines: [
            {
              lineNumber: 1,
              supplierCompanyId: supplier.companyId,
              before: { quantity: 4000n },
              after: { quantity: 3000n },
            },
          ],
          revisions: { [supplier.companyId]: 1 },
        },
      ],
    ])
    const { revisions } = (await read()).order
    expect(revisions).toEqual({ [supplier.companyId]: 2, [other.companyId]: 1 })
  })

  it('can each be read, from the order as it was placed', async () => {
    await cancel(1, 1)
    await promise('2026-03-02')
    await cancel(2, 3)
    const quantitiesAt = async (version: number) =>
      (await at(order.buyer, version)).lines.map(({ terms }) => numberOf(terms.quantity))
    expect(await quantitiesAt(1)).toEqual([4, 3, 2])
    expect(await quantitiesAt(2)).toEqual([3, 3, 2])
    expect(await quantitiesAt(3)).toEqual([3, 3, 2])
    expect(await quantitiesAt(4)).toEqual([3, 0, 2])
    expect((await at(order.buyer, 2)).lines[0]?.terms).toEqual({ quantity: 3000n })
    expect((await at(order.buyer, 3)).made?.kind).toBe('ANSWERED')
    expect((await at(order.buyer, 1)).made).toBeUndefined()
    for (const none of [0, 5, -1, 1.5]) {
      await expect(at(order.buyer, none)).rejects.toMatchObject({
        code: 'orders.version_not_found',
        details: { newest: 4 },
      })
    }
  })

  it('show a supplier its own lines, and nothing to strangers', async () => {
    await cancel(1, 1)
    await cancel(3, 1)
    expect((await versions(other)).map(({ version }) => version)).toEqual([3])
    expect((await at(other, 2)).lines).toEqual([{ lineNumber: 3, terms: { quantity: 2000n } }])
    expect((await at(other, 2)).made).toBeUndefined()
    const [stranger] = (await aPlacedOrder(world)).suppliers
    const unknown = { code: 'orders.order_not_found' }
    await expect(versions(stranger as Actor)).rejects.toMatchObject(unknown)
    await expect(at(stranger as Actor, 1)).rejects.toMatchObject(unknown)
  })

  it('undo to what each of them was, whatever happened', async () => {
    const placed = (await read()).lines.map(({ progress }) => progress)
    fc.assert(
      fc.property(fc.array(aChange, { maxLength: 30 }), (wishes) => {
        let lines = placed
        let revisions = {}
        const kept: OrderVersion[] = []
        const seen = [lines]
        for (const [at, { line, fewer, day, to }] of wishes.entries()) {
          const was = lines[line % lines.length]
          if (!was) continue
          const cancelled = was.cancelled + lesser(fewer, openOf(was))
          const next = replaceLines(lines, [
            {
              ...was,
              cancelled,
              promisedDate: day ?? was.promisedDate,
              delivery: to ?? was.delivery,
            },
          ])
          const changes = changesBetween(lines, next, revisions)
          lines = next
          seen.push(lines)
          if (!changes) continue
          revisions = { ...revisions, ...changes.revisions }
          kept.unshift({ version: at + 2, kind: 'ANSWERED', changedAt: world.clock.now, changes })
        }
        for (const [at, then] of seen.entries()) {
          const later = kept.filter(({ version }) => version > at + 1)
          const terms = then.map((one) => ({ ...termsOf(one), delivery: one.delivery ?? 1 }))
          expect([...termsBefore(lines, later).values()]).toEqual(terms)
        }
        const counted = kept.filter(({ changes }) => supplier.companyId in changes.revisions)
        expect(revisions).toMatchObject(
          counted.length === 0 ? {} : { [supplier.companyId]: counted.length },
        )
      }),
    )
  })
})

const aChange = fc.record({
  line: fc.nat({ max: 2 }),
  fewer: fc.bigInt(0n, 2_000n),
  day: fc.option(fc.constantFrom('2026-03-01', '2026-03-02'), { nil: undefined }),
  to: fc.option(fc.constantFrom(1, 2, 3), { nil: undefined }),
})

const step = () => ({ orderId: order.id, idempotency: undefined })

const cancel = (lineNumber: number, quantity: number) =>
  world.fulfilment.cancel(order.buyer, {
    ...step(),
    lines: [{ lineNumber, quantity: quantityOf(quantity) }],
  })

const promise = (promisedDate: string) =>
  world.fulfilment.answer(supplier, {
    ...step(),
    lines: [{ lineNumber: 1, status: 'ACCEPTED', promisedDate }],
  })

const ship = () =>
  world.fulfilment.ship(supplier, { ...step(), lines: [{ lineNumber: 1, quantity: 1000n }] })

const versions = (actor: Actor) =>
  readVersions(database.pool, actor, { orderId: order.id }, { limit: 20 })

const at = (actor: Actor, version: number) =>
  readVersion(database.pool, actor, { orderId: order.id, version: String(version) })

const read = () => readOrder(world, order)
