import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { money } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import {
  aFulfilmentWorld,
  aPlacedOrder,
  askForApproval,
  type FulfilmentWorld,
  type PlacedOrder,
  readOrder,
  usedCredit,
} from '../fulfilment/fulfilment.fixture.ts'
import { changeTolerances } from '../proposals/change-tolerances.ts'
import type { Tolerances } from '../proposals/tolerances.ts'
import type { LineAnswer } from '../supplier/read-answers.ts'

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

describe('another price', () => {
  const dearer = { lineNumber: 1, status: 'CHANGED', unitPrice: inEuros('2.75') } as const
  const cheaper = { lineNumber: 1, status: 'CHANGED', unitPrice: inEuros('2.00') } as const
  const committed = async () => (await stockOf(database, order.products[0]?.id ?? ''))?.committed

  it('that is lower is taken at once: the line gives way to one at this price', async () => {
    await world.fulfilment.ship(supplier, {
      ...step(),
      lines: [{ lineNumber: 1, quantity: 1000n }],
    })
    const { lines } = await answer([{ ...cheaper, promisedDate: '2026-01-20' }])
    expect(lines).toMatchObject([
      { progress: { cancelled: 3000n, shipped: 1000n } },
      { progress: { cancelled: 0n } },
      {
        quantity: 3000n,
        total: money(600n, 'EUR'),
        progress: { lineNumber: 3, followsLine: 1, promisedDate: '2026-01-20' },
      },
    ])
    expect(lines[2]?.progress.confirmedAt).toEqual(world.clock.now)
    expect(await proposals()).toEqual([])
    expect((await read()).credits).toMatchObject([{ amount: money(150n, 'EUR') }])
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_600n)
    expect(await committed()).toBe(4)
    await expect(answer([{ ...cheaper, lineNumber: 3 }])).rejects.toMatchObject({
      code: 'orders.nothing_answered',
    })
  })

  it('that is higher is a proposal, which raises the order once the buyer accepts it', async () => {
    const proposalId = await propose([{ ...dearer, quantity: 3000n }])
    expect((await proposals())[0]?.lines).toMatchObject([
      { before: { quantity: 4000n }, after: { quantity: 3000n } },
    ])
    await expect(answer([{ ...dearer, quantity: 3000n }])).rejects.toMatchObject({
      code: 'orders.nothing_answered',
    })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_750n)
    const { lines } = await accept({ proposalId })
    expect(lines).toMatchObject([
      { progress: { cancelled: 4000n, proposalId: undefined } },
      { progress: { cancelled: 0n } },
      { quantity: 3000n, total: money(825n, 'EUR'), progress: { followsLine: 1 } },
    ])
    // Three pieces at 2.75 cost less than four at 2.50.
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_575n)
    expect(await committed()).toBe(3)
    await world.fulfilment.ship(supplier, { ...step(), lines: undefined })
    expect((await read()).order.state).toBe('SHIPPED')
  })

  it('that is higher is taken at once within the tolerances, which count from the lowest price of the line', async () => {
    await tolerate({ higherPricePercent: '10' })
    const { lines } = await answer([dearer])
    expect(lines[2]).toMatchObject({ total: money(1_100n, 'EUR'), progress: { followsLine: 1 } })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_850n)
    expect(await proposals()).toEqual([])
    const again = { ...dearer, lineNumber: 3, unitPrice: inEuros('2.80') }
    await propose([again])
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_850n)
  })

  it('that the buyer tolerates and cannot pay is a proposal, with everything else of the answer', async () => {
    await tolerate({ higherPriceAmount: inEuros('0.25') })
    await limitTo(1_849n)
    await propose([dearer, { lineNumber: 2, status: 'ACCEPTED' }])
    const { lines } = await read()
    expect(lines.map(({ progress }) => progress.confirmedAt !== undefined)).toEqual([false, true])
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_750n)
  })

  it('that the buyer tolerates needs an approval only beyond what the order cost when it was placed', async () => {
    await tolerate({ higherPricePercent: '10' })
    await askForApproval(world, order)
    const proposalId = await propose([dearer])
    await accept({ proposalId })
    expect((await read()).timeline.at(-1)?.kind).toBe('RAISE_AWAITS_APPROVAL')
    await world.fulfilment.cancel(order.buyer, {
      ...step(),
      lines: [{ lineNumber: 2, quantity: 1000n }],
    })
    await answer([dearer])
    expect((await read()).lines).toHaveLength(3)
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_600n)
  })

  it('that others have to approve is accepted at once by an approver, who has not ordered', async () => {
    const approver = await askForApproval(world, order)
    const proposalId = await propose([dearer])
    await world.fulfilment.acceptProposal(approver, { ...step(), proposalId })
    expect(await usedCredit(world, order.buyer.companyId)).toBe(1_850n)
  })

  it('that two people have to approve waits, whoever of them accepts it', async () => {
    const approver = await askForApproval(world, order, 'ALL')
    await aPerson(database, { companyId: order.buyer.companyId, role: 'approver' })
    const proposalId = await propose([dearer])
    await world.fulfilment.acceptProposal(approver, { ...step(), proposalId })
    expect((await read()).timeline.at(-1)?.kind).toBe('RAISE_AWAITS_APPROVAL')
  })

  it('takes only the difference, or refuses with what is missing', async () => {
    const { companyId } = order.buyer
    const proposalId = await propose([dearer])
    await limitTo(1_849n)
    await expect(accept({ proposalId })).rejects.toMatchObject({
      code: 'payments.credit_limit_exceeded',
      details: { requested: '1.00', available: '0.99' },
    })
    expect((await read()).lines).toHaveLength(2)
    await limitTo(1_850n)
    await accept({ proposalId })
    expect(await usedCredit(world, companyId)).toBe(1_850n)
    expect((await read()).order.total).toEqual(money(2_850n, 'EUR'))
    expect((await read()).credits).toEqual([])
    expect(await committed()).toBe(4)
    await world.fulfilment.cancel(order.buyer, { ...step(), lines: undefined })
    expect(await usedCredit(world, companyId)).toBe(0n)
    expect((await read()).order.state).toBe('CANCELLED')
    expect(await committed()).toBe(0)
  })

  it('ends with exact sums, whatever the two sides do at once', async () => {
    const proposalId = await propose([dearer])
    const steps = [
      () => accept({ proposalId }),
      () => answer([cheaper]),
      () => refuse({ proposalId }),
      () => answer([dearer]),
      () =>
        world.fulfilment.cancel(order.buyer, {
          ...step(),
          lines: [{ lineNumber: 1, quantity: 1000n }],
        }),
      () =>
        world.fulfilment.ship(supplier, { ...step(), lines: [{ lineNumber: 1, quantity: 1000n }] }),
    ]
    await Promise.allSettled(
      Array.from({ length: 64 }, (_, at) => (steps[at % steps.length] as () => Promise<unknown>)()),
    )
    const { lines, order: after, timeline } = await read()
    expect(timeline).toHaveLength(after.version)
    const cost = lines.reduce((sum, { total, progress }) => {
      return sum + total.amountMinor - progress.credited.amountMinor
    }, 0n)
    expect(await usedCredit(world, order.buyer.companyId)).toBe(cost)
    const kept = lines
      .filter(({ productId }) => productId === order.products[0]?.id)
      .reduce((sum, { progress }) => sum + progress.quantity - progress.cancelled, 0n)
    expect(await committed()).toBe(numberOf(kept))
  })
})

function inEuros(amount: string) {
  return { amount, currency: 'EUR' }
}

const step = () => ({ orderId: order.id, idempotency: undefined })

const tolerate = (change: Partial<Tolerances>) => changeTolerances(world.deps, order.buyer, change)

function limitTo(minor: bigint) {
  const { companyId } = order.buyer
  const limit = money(minor, 'EUR')
  return database.transaction((tx) =>
    world.payments.putCreditAccount(tx, { companyId, limit, netDays: 30 }, world.clock.now),
  )
}

const answer = (lines: readonly LineAnswer[]) =>
  world.fulfilment.answer(supplier, { ...step(), lines })

type Decision = { readonly proposalId: string }

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
