import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { newId } from '#kernel/id'
import { oneUnit } from '#kernel/quantity'
import { after, daysMs, hoursMs } from '#kernel/time'
import { platformCompanyId } from '#modules/identity'
import { createIncidents } from '#modules/incidents'
import { externalOfferExample } from '#modules/products'
import { sql } from '#platform/db'
import { purgeRequests } from './jobs.ts'
import { offersProbe } from './offers-probe.ts'
import { offersData } from './personal-data-store.ts'
import type { OfferRequest } from './request.ts'
import { insertRequest, openMax } from './request-store.ts'
import { reportWaiting } from './watch-requests.ts'

const database = await useDatabase()
const at = new Date()
const hoursMax = 48
const incidents = createIncidents({ database, now: () => at })
const ours = 'co_0000000000000000000000000a'
const supplier = 'co_0000000000000000000000000b'

it('a request that waits too long is a notice and a problem until it has an answer', async () => {
  const young = await aRequest({ createdAt: after(at, -hoursMs(47)) })
  expect(await raised()).toEqual([])
  const old = await aRequest({ createdAt: after(at, -hoursMs(49)) })
  const supplied = await aRequest({ createdAt: after(at, -hoursMs(50)), supplierId: supplier })
  expect(await raised()).toEqual(['offers.requests-waiting'])
  expect(await metrics()).toMatchObject({
    requestsForOperators: 2,
    requestsForSuppliers: 1,
    oldestRequestSeconds: 50 * 3_600,
    requestsWaitingLong: 2,
  })
  await end(old, 'DECLINED', at)
  expect(await raised(), 'one still waits').toEqual(['offers.requests-waiting'])
  await end(supplied, 'DECLINED', at)
  expect(await raised()).toEqual([])
  await end(young, 'DECLINED', at)
})

it('a request is deleted when its retention after its end is over, and one that lives never', async () => {
  const [open, ended, longAgo] = [await aRequest(), await aRequest(), await aRequest()]
  await end(ended, 'EXPIRED', after(at, -daysMs(29)))
  await end(longAgo, 'DECLINED', after(at, -daysMs(31)))
  await purgeRequests({ database, now: () => at }, 30)
  const left = await idsOf([open, ended, longAgo])
  expect(left).toEqual([open, ended].sort())
  await end(open, 'DECLINED', at)
})

it('what people wrote in requests and answers is exported and erased, for each their own', async () => {
  const [buyer, seller, agent] = ['usr_buyer', 'usr_seller', 'usr_agent']
  const one = await aRequest({ requestedBy: buyer, supplierId: supplier })
  const two = await aRequest({ requestedBy: buyer })
  await end(one, 'DECLINED', at, { by: seller, reason: 'Sold out, says the seller.' })
  await end(two, 'DECLINED', at, { by: agent, reason: 'Not made, says the agent.' })

  // Newest first; two ids of one millisecond have no order of their own.
  const requested = [one, two].sort().reverse()
  expect(await exported(buyer, ours)).toMatchObject(
    requested.map((requestId) => ({ requestId, note: 'A note' })),
  )
  expect(JSON.stringify(await exported(buyer, ours))).not.toContain('says')
  const answer = await exported(seller, supplier)
  expect(answer).toMatchObject([{ requestId: one, reason: 'Sold out, says the seller.' }])
  expect(answer[0]).not.toHaveProperty('note')
  expect(await exported(agent, platformCompanyId)).toMatchObject([{ requestId: two }])

  await erase(seller, supplier)
  expect(await exported(seller, supplier)).toEqual([])
  expect(await textsOf(one)).toEqual({ note: 'A note', reason: null, requested: true })
  await erase(buyer, ours)
  expect(await textsOf(two)).toEqual({
    note: null,
    reason: 'Not made, says the agent.',
    requested: false,
  })
})

it('requests at the same time do not pass the limit of open requests together', async () => {
  const company = newId('co', at)
  const insert = (offerId: string) =>
    database.transaction((tx) =>
      insertRequest(tx, {
        ...aRequestOf(company),
        offer: { ...externalOfferExample, id: offerId },
      }),
    )
  for (let n = 0; n < openMax - 3; n += 1) expect(await insert(`ext_${n}`)).toBe(true)
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, n) => insert(`ext_more_${n}`)))
  expect(outcomes.filter((isMade) => isMade)).toHaveLength(3)
})

const probe = offersProbe({ conn: database.pool, now: () => at, hoursMax })
const metrics = async () => (await probe.read()).metrics

/** What operators are notified of, which is also what the health surfaces show. */
async function raised(): Promise<string[]> {
  await reportWaiting({ database, now: () => at, incidents, hoursMax })
  const firing = await incidents.list({ status: 'firing' }, { limit: 10 })
  const keys = firing.map(({ key }) => key)
  expect((await probe.read()).problems.map(({ code }) => code)).toEqual(keys)
  return keys
}

const aRequestOf = (companyId: string): OfferRequest => ({
  companyId,
  id: newId('ofr', at),
  state: 'REQUESTED',
  version: 1,
  supplierCompanyId: undefined,
  productId: undefined,
  offer: externalOfferExample,
  quantity: oneUnit,
  country: 'DE',
  note: undefined,
  requestedBy: undefined,
  createdAt: at,
  expiresAt: undefined,
  answeredAt: undefined,
  confirmation: undefined,
  orderable: undefined,
  reason: undefined,
})

async function aRequest(
  given: {
    readonly createdAt?: Date
    readonly supplierId?: string
    readonly requestedBy?: string
  } = {},
): Promise<string> {
  const { createdAt = at, supplierId = null, requestedBy = 'usr_0' } = given
  const id = newId('ofr', at)
  await sql`
    insert into offers.requests (company_id, id, state, version, supplier_company_id, offer_id, offer, quantity, country, note,
      requested_by, created_at)
    values (${ours}, ${id}, 'REQUESTED', 1, ${supplierId}, ${`ext_${id}`}, '{"name": "Clamp"}', 1, 'DE', 'A note',
      ${requestedBy}, ${createdAt})
  `.execute(database.pool)
  return id
}

async function end(
  id: string,
  state: 'DECLINED' | 'EXPIRED',
  endedAt: Date,
  answer: { readonly by?: string; readonly reason?: string } = {},
): Promise<void> {
  await sql`
    update offers.requests set state = ${state}, ended_at = ${endedAt}, answered_by = ${answer.by ?? null},
      reason = ${answer.reason ?? null}
    where company_id = ${ours} and id = ${id}
  `.execute(database.pool)
}

async function idsOf(ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from offers.requests where company_id = ${ours} and id = any(${[...ids]}) order by id
  `.execute(database.pool)
  return rows.map(({ id }) => id)
}

const personOf = (userId: string, companyId: string) => ({
  userId,
  email: 'a@b.example',
  companyIds: [companyId],
})

async function exported(userId: string, companyId: string): Promise<object[]> {
  const found: object[] = []
  const pages = offersData.collect(database.pool, personOf(userId, companyId))
  for await (const page of pages as AsyncIterable<readonly object[]>) found.push(...page)
  return found
}

const erase = (userId: string, companyId: string) =>
  database.transaction((tx) => offersData.erase(tx, personOf(userId, companyId), at))

async function textsOf(id: string) {
  const { rows } = await sql<object>`
    select note, reason, requested_by is not null as requested from offers.requests
    where company_id = ${ours} and id = ${id}
  `.execute(database.pool)
  return rows[0]
}
