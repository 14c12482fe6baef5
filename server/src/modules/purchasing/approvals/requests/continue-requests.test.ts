import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Id, newId } from '#kernel/id'
import { money } from '#kernel/money'
import { after, hoursMs, secondsMs } from '#kernel/time'
import { anApprovals } from '#testing/approvals'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import type { ApprovalRequest } from '../index.ts'
import { continueRequests } from './continue-requests.ts'
import { listNotPlaced } from './not-placed-store.ts'

/** A Monday: no weekend comes before a deadline. */
const startTime = new Date('2026-01-05T03:04:05Z')
const contentHash = 'b'.repeat(64)
let now = startTime
const database = await useDatabase()
let companyId: Id<'co'>
let buyer: APerson
let approver: APerson
let carriedRequests: ApprovalRequest[]
const approvals = anApprovals(database, () => now)

beforeEach(async () => {
  now = startTime
  carriedRequests = []
  companyId = await aCompany(database)
  buyer = await aPerson(database, { companyId })
  approver = await aPerson(database, { companyId, role: 'approver' })
})

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('the approvals worker', () => {
  it('hands over each fully approved request', async () => {
    const [id = ''] = await approvedRequests(1)

    expect(await workOnce(placeOrder)).toBe(1)

    expect(carriedRequests).toEqual([
      expect.objectContaining({ id, companyId, state: 'APPROVING' }),
    ])
    expect(Object.keys(carriedRequests[0] ?? {}).filter((key) => key.includes('_'))).toEqual([])
    expect(await stateOf(id)).toBe('APPROVED')
    expect(await workOnce(placeOrder)).toBe(0)
  })

  it('leaves a request alone until its next attempt is due', async () => {
    const id = await aRequest()
    now = after(startTime, hoursMs(71))
    expect(await workOnce(placeOrder)).toBe(0)
    now = after(startTime, hoursMs(72))
    expect(await workOnce(placeOrder)).toBe(1)
    expect(carriedRequests).toMatchObject([{ id, state: 'PENDING' }])
  })

  it('records the error of an attempt for operators and retries later', async () => {
    const [id = ''] = await approvedRequests(1)
    const failToPlace = () => Promise.reject(new Error('The provider is away.'))

    expect(await workOnce(failToPlace)).toBe(1)
    const [firstAttempt] = await listNotPlaced(database.pool, { limit: 10 })
    expect(firstAttempt).toMatchObject({
      requestId: id,
      attempts: 1,
      lastError: 'The provider is away.',
    })
    expect(firstAttempt?.nextAttemptAt).toEqual(after(now, secondsMs(10)))
    expect(await workOnce(failToPlace)).toBe(0)

    now = after(now, secondsMs(10))
    expect(await workOnce(failToPlace)).toBe(1)
    const [secondAttempt] = await listNotPlaced(database.pool, { limit: 10 })
    expect(secondAttempt?.nextAttemptAt).toEqual(after(now, secondsMs(20)))

    now = after(now, secondsMs(20))
    expect(await workOnce(placeOrder)).toBe(1)
    expect(await listNotPlaced(database.pool, { limit: 10 })).toEqual([])
    expect(await stateOf(id)).toBe('APPROVED')
  })

  it('continues with the batch when one request fails', async () => {
    const [failingId = '', placedId = ''] = await approvedRequests(2)

    const claimedCount = await workOnce(async (request) => {
      if (request.id === failingId) throw new Error('The order is held by its company.')
      await placeOrder(request)
    })

    expect(claimedCount).toBe(2)
    expect(await Promise.all([failingId, placedId].map(stateOf))).toEqual(['APPROVING', 'APPROVED'])
    now = after(now, hoursMs(1))
    await workOnce(placeOrder)
  })

  it('hands over a request once with many workers', async () => {
    await approvedRequests(1)
    const claimedCounts = await Promise.all([
      workOnce(placeOrder),
      workOnce(placeOrder),
      workOnce(placeOrder),
    ])
    expect(claimedCounts.toSorted()).toEqual([0, 0, 1])
    expect(carriedRequests).toHaveLength(1)
  })
})

/** One turn of a worker. The composition root passes in `continueRequest`. */
function workOnce(continueRequest: (request: ApprovalRequest) => Promise<void>) {
  return continueRequests({ database, continueRequest, now: () => now, log })
}

async function placeOrder(request: ApprovalRequest) {
  carriedRequests.push(request)
  await database.transaction(async (tx) => {
    const current = await approvals.lockRequest(tx, companyId, request.id)
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
    ofRequisition: false,
    contentHash,
    contentDigest: contentHash,
    revises: undefined,
  }
  await database.transaction((tx) => approvals.open(tx, { ...request, total, plan }, now))
  const [requestWithVotes] = await approvals.listOfOrder(buyer.actor, orderId)
  return requestWithVotes?.request.id ?? ''
}

/** Everybody has approved each request, and the grace of the last approvals is over. */
async function approvedRequests(count: number): Promise<string[]> {
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
