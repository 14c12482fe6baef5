import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Id, newId } from '#kernel/id'
import { money } from '#kernel/money'
import { after, hoursMs, secondsMs } from '#kernel/time'
import { anApprovals } from '#testing/approvals'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import type { ApprovalRequest } from '../index.ts'
import { carryRequests } from './carry-requests.ts'
import { listNotPlaced } from './not-placed-store.ts'

/** A Monday: no weekend comes before a deadline. */
const began = new Date('2026-01-05T03:04:05Z')
const contentHash = 'b'.repeat(64)
let now = began
const database = await useDatabase()
let companyId: Id<'co'>
let buyer: APerson
let approver: APerson
let carried: ApprovalRequest[]
const approvals = anApprovals(database, () => now)

beforeEach(async () => {
  now = began
  carried = []
  companyId = await aCompany(database)
  buyer = await aPerson(database, { companyId })
  approver = await aPerson(database, { companyId, role: 'approver' })
})

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('the approvals worker', () => {
  it('hands over each fully approved request', async () => {
    const [id = ''] = await agreedRequests(1)

    expect(await work(place)).toBe(1)

    expect(carried).toEqual([expect.objectContaining({ id, companyId, state: 'APPROVING' })])
    expect(Object.keys(carried[0] ?? {}).filter((key) => key.includes('_'))).toEqual([])
    expect(await stateOf(id)).toBe('APPROVED')
    expect(await work(place)).toBe(0)
  })

  it('leaves a request alone until its next attempt is due', async () => {
    const id = await aRequest()
    now = after(began, hoursMs(71))
    expect(await work(place)).toBe(0)
    now = after(began, hoursMs(72))
    expect(await work(place)).toBe(1)
    expect(carried).toMatchObject([{ id, state: 'PENDING' }])
  })

  it('records the error of an attempt for operators and retries later', async () => {
    const [id = ''] = await agreedRequests(1)
    const fails = () => Promise.reject(new Error('The provider is away.'))

    expect(await work(fails)).toBe(1)
    const [first] = await listNotPlaced(database.pool, { limit: 10 })
    expect(first).toMatchObject({ requestId: id, attempts: 1, lastError: 'The provider is away.' })
    expect(first?.nextAttemptAt).toEqual(after(now, secondsMs(10)))
    expect(await work(fails)).toBe(0)

    now = after(now, secondsMs(10))
    expect(await work(fails)).toBe(1)
    const [second] = await listNotPlaced(database.pool, { limit: 10 })
    expect(second?.nextAttemptAt).toEqual(after(now, secondsMs(20)))

    now = after(now, secondsMs(20))
    expect(await work(place)).toBe(1)
    expect(await listNotPlaced(database.pool, { limit: 10 })).toEqual([])
    expect(await stateOf(id)).toBe('APPROVED')
  })

  it('continues with the batch when one request fails', async () => {
    const [bad = '', good = ''] = await agreedRequests(2)

    const taken = await work(async (request) => {
      if (request.id === bad) throw new Error('The order is held by its company.')
      await place(request)
    })

    expect(taken).toBe(2)
    expect(await Promise.all([bad, good].map(stateOf))).toEqual(['APPROVING', 'APPROVED'])
    now = after(now, hoursMs(1))
    await work(place)
  })

  it('hands over a request once with many workers', async () => {
    await agreedRequests(1)
    const taken = await Promise.all([work(place), work(place), work(place)])
    expect(taken.toSorted()).toEqual([0, 0, 1])
    expect(carried).toHaveLength(1)
  })
})

/** One turn of a worker. `carryOn` is what the composition root hands in. */
function work(carryOn: (request: ApprovalRequest) => Promise<void>) {
  return carryRequests({ database, carryOn, now: () => now, log })
}

async function place(request: ApprovalRequest) {
  carried.push(request)
  await database.transaction(async (tx) => {
    const current = await approvals.hold(tx, companyId, request.id)
    if (current) await approvals.decide(tx, current, { to: 'APPROVED', by: undefined }, now)
  })
}

async function aRequest(): Promise<string> {
  const requestedBy = buyer.actor.id
  const step = {
    mode: 'ANY',
    people: [],
    role: 'approver',
    ruleId: 'apr_1',
    ruleName: 'All',
  } as const
  const plan = { requesterId: requestedBy, steps: [step], timeoutHours: 72 }
  const total = money(125_000n, 'EUR')
  const orderId = newId('ord', now)
  const request = {
    companyId,
    orderId,
    orderNumber: 'PO-2026-000123',
    requestedBy,
    contentHash,
    contentDigest: contentHash,
    revises: undefined,
  }
  await database.transaction((tx) => approvals.open(tx, { ...request, total, plan }, now))
  const [opened] = await approvals.ofOrder(buyer.actor, orderId)
  return opened?.request.id ?? ''
}

/** Everybody has agreed to each, and the grace of the approvals that were the last is over. */
async function agreedRequests(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const requestId = await aRequest()
    const approval = { requestId, contentHash, currentHash: contentHash }
    await database.transaction((tx) => approvals.approve(tx, approver.actor, approval, now))
    ids.push(requestId)
  }
  now = after(now, secondsMs(10))
  return ids
}

async function stateOf(requestId: string) {
  return (await approvals.find(database.pool, companyId, requestId))?.state
}
