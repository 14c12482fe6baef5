import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Id, newId } from '#kernel/id'
import { money } from '#kernel/money'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { getWorkingTime } from '#modules/calendar'
import { listPeopleIds, listReachable } from '#modules/identity'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createJobs, type Jobs } from '#platform/jobs'
import { type ListRequest, newestFirst, readRows } from '#platform/lists'
import { createWake } from '#platform/wake'
import { anApprovals } from '#testing/approvals'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { anIdentity } from '#testing/identity-service'
import type { ApprovalPlan } from '../index.ts'
import { approvalsJobs } from '../index.ts'
import { listNotPlaced } from '../requests/not-placed-store.ts'
import { requestList } from '../requests/request-list.ts'
import type { RequestRow } from '../tables.ts'

/** A Monday: no weekend comes before a deadline. */
const startTime = new Date('2026-01-05T03:04:05Z')
const contentHash = 'a'.repeat(64)
let now = startTime
const database = await useDatabase()
let companyId: Id<'co'>
let buyer: APerson
let approver: APerson
let admin: APerson
const approvals = anApprovals(database, () => now)
const jobs = someJobs()

beforeEach(async () => {
  now = startTime
  await sql`delete from platform.jobs`.execute(database.pool)
  companyId = await aCompany(database)
  buyer = await aPerson(database, { companyId })
  approver = await aPerson(database, { companyId, role: 'approver' })
  admin = await aPerson(database, { companyId, role: 'company_admin' })
})

const byApprover = { mode: 'ANY', people: [], role: 'approver' } as const

type WrittenMail = { readonly to: string; readonly subject: string; readonly text: string }

describe('the people asked for an approval', () => {
  it('get one mail with the amount, the rule and the address for the decision', async () => {
    const id = await openRequest()
    const [mail, ...others] = await takeMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: approver.email,
      subject: 'Bea Buyer asks for your approval: PO-2026-000123, 1,250.00 EUR',
    })
    expect(mail?.text).toContain(`https://buy.example/approvals#${id}`)
    expect(mail?.text).toContain('The rule "Above 1000 euros" asks')
    expect(mail?.text).toContain('PO number: PO-4711\nUnit: Workshop Hamburg\nShip to: Bea Buyer,')
    expect(mail?.text).toContain('Suppliers: A, B, C, D, E, 2 more\n')
    expect(mail?.text).toContain('Without a decision by 8 January 2026 at 03:04 UTC')
    expect(await takeMails()).toEqual([])
  })

  it('get the mail in their own language', async () => {
    const language = (locale: string, { actor: { id } }: APerson) =>
      sql`update identity.users set locale = ${locale} where id = ${id}`.execute(database.pool)
    const other = await aPerson(database, { companyId, role: 'approver' })
    await language('de', approver)
    await language('fr', other)
    await openRequest()
    const mails = await takeMails()
    expect(mails.find(({ to }) => to === approver.email)).toMatchObject({
      subject: 'Bea Buyer bittet um Ihre Genehmigung: PO-2026-000123, 1.250,00 EUR',
      text: expect.stringContaining('Ohne Entscheidung bis 8. Januar 2026 um 03:04 UTC'),
    })
    expect(mails.find(({ to }) => to === other.email)).toMatchObject({
      subject: 'Bea Buyer demande votre approbation : PO-2026-000123, 1\u00a0250,00 EUR'.replace(
        '\u00a0',
        ' ',
      ),
    })
  })

  it('are notified once, however many workers run', async () => {
    await openRequest()
    const { rows } = await sql<{ payload: string }>`
      select payload::text as payload from platform.jobs where payload ->> 'kind' = 'ASKED'
    `.execute(database.pool)
    for (const at of [1, 2, 3, 4]) {
      await sql`
        insert into platform.jobs (id, name, payload, state, attempts, available_at, created_at)
        values (${newId('job', after(now, at))}, 'approvals.tell_of_request', ${rows[0]?.payload}::jsonb,
          'PENDING', 0, ${now}, ${now})
      `.execute(database.pool)
    }
    const other = someJobs()
    await Promise.all([jobs.drain(), other.drain()])
    expect(await takeMails()).toHaveLength(1)
  })

  it('exclude the person who ordered, and include deputies beside the people they stand in for', async () => {
    const deputy = await aPerson(database, { companyId })
    const another = await aPerson(database, { companyId, role: 'approver' })
    const endsAt = after(now, hoursMs(5))
    await approvals.deputies.name(approver.actor, { deputyId: deputy.actor.id, endsAt })
    await approvals.deputies.name(approver.actor, { deputyId: buyer.actor.id, endsAt })
    await openRequest()
    const recipients = (await takeMails()).map(({ to }) => to)
    expect(recipients).toEqual([approver.email, another.email, deputy.email].sort())
  })

  it('get a reminder, and then administrators are asked', async () => {
    const other = await aPerson(database, { companyId, role: 'approver' })
    const id = await openRequest({ steps: [aStep({ ...byApprover, mode: 'ALL' })] })
    expect(await takeMails()).toHaveLength(2)
    await approveRequest(approver, id)
    now = after(startTime, hoursMs(24) - minutesMs(1))
    expect(await takeMails()).toEqual([])
    now = after(startTime, hoursMs(24))
    expect(await takeSubjects()).toEqual([
      [other.email, 'Reminder: PO-2026-000123 (1,250.00 EUR) of Bea Buyer waits for your approval'],
    ])
    expect((await approvals.get(admin.actor, id)).mayDecide).toBe(false)
    now = after(startTime, hoursMs(48))
    expect(await takeSubjects()).toEqual([
      [admin.email, 'Nobody has decided yet: PO-2026-000123 (1,250.00 EUR) of Bea Buyer'],
    ])
    expect(await approvals.measure()).toMatchObject({ escalated: 1, withheld24h: 0 })
    expect((await approvals.get(admin.actor, id)).mayDecide).toBe(true)
    expect(await listToDecide(admin)).toEqual([id])
    expect(await approveRequest(admin, id)).toBe(true)
    const { votes } = await approvals.get(admin.actor, id)
    expect(votes).toMatchObject([
      { personId: approver.actor.id, votedBy: approver.actor.id },
      { personId: other.actor.id, votedBy: admin.actor.id },
    ])
  })

  it('are reminded and skipped when the rule says so, at each step', async () => {
    const firstStep = aStep(byApprover)
    const secondStep = aStep({ mode: 'ANY', people: [admin.actor.id], role: undefined })
    const id = await openRequest({
      steps: [firstStep, secondStep],
      remindAfterHours: 2,
      escalateAfterHours: 4,
    })
    await takeMails()
    now = after(startTime, hoursMs(1))
    await approveRequest(approver, id)
    expect(await takeSubjects()).toEqual([
      [admin.email, 'Bea Buyer asks for your approval: PO-2026-000123, 1,250.00 EUR'],
    ])
    // Of the first step, which is over.
    now = after(startTime, hoursMs(2))
    expect(await takeMails()).toEqual([])
    now = after(startTime, hoursMs(3))
    expect((await takeMails()).map(({ to }) => to)).toEqual([admin.email])
  })

  it('include administrators, one of whom is enough where any approver is enough', async () => {
    await aPerson(database, { companyId, role: 'approver' })
    const id = await openRequest()
    now = after(startTime, hoursMs(50))
    await takeMails()
    expect(await approveRequest(admin, id)).toBe(true)
    expect((await approvals.get(admin.actor, id)).votes).toHaveLength(1)
  })

  it('no longer include a locked account: the request moves on at the reminder', async () => {
    const other = await aPerson(database, { companyId, role: 'approver' })
    const id = await openRequest({
      steps: [aStep({ ...byApprover, mode: 'ALL' }), aStep(byApprover)],
    })
    await takeMails()
    await approveRequest(approver, id)
    await disableAccount(other)
    now = after(startTime, hoursMs(24))
    expect(await takeSubjects()).toEqual([
      [approver.email, 'Bea Buyer asks for your approval: PO-2026-000123, 1,250.00 EUR'],
    ])
    expect((await approvals.get(admin.actor, id)).request).toMatchObject({ step: 1 })
  })

  it('are administrators at once when no approver is left', async () => {
    const step = aStep({ mode: 'ALL', people: [approver.actor.id], role: undefined })
    const id = await openRequest({ steps: [aStep({ ...byApprover, mode: 'ANY' }), step] })
    const other = await aPerson(database, { companyId, role: 'approver' })
    await takeMails()
    await disableAccount(approver)
    await approveRequest(other, id)
    expect(await takeSubjects()).toEqual([
      [admin.email, 'Nobody has decided yet: PO-2026-000123 (1,250.00 EUR) of Bea Buyer'],
    ])
    expect((await approvals.get(admin.actor, id)).mayDecide).toBe(true)
    expect(await approveRequest(admin, id)).toBe(true)
  })

  it('measure an approved request that cannot be placed from its last decision', async () => {
    const id = await openRequest()
    now = after(startTime, minutesMs(5))
    expect(await approveRequest(approver, id)).toBe(true)
    await sql`
      update approvals.requests set last_error = 'The provider is away.'
      where company_id = ${companyId} and id = ${id}
    `.execute(database.pool)
    now = after(startTime, minutesMs(7))
    expect(await approvals.measure()).toMatchObject({ failing: 1, oldestFailingSeconds: 120 })
    const [notPlaced, ...others] = await listNotPlaced(database.pool, { limit: 10 })
    expect(notPlaced).toMatchObject({
      requestId: id,
      companyId,
      lastError: 'The provider is away.',
    })
    expect(others).toEqual([])
    expect(await listNotPlaced(database.pool, { after: id, limit: 10 })).toEqual([])
    await sql`
      update approvals.requests set last_error = null where company_id = ${companyId}
    `.execute(database.pool)
  })

  it('exclude an administrator who ordered', async () => {
    buyer = admin
    const id = await openRequest()
    now = after(startTime, hoursMs(50))
    await takeMails()
    await expect(approveRequest(admin, id)).rejects.toMatchObject({ code: 'approvals.own_order' })
  })

  it('get no mail beyond the company’s limit', async () => {
    const id = await openRequest()
    await takeMails()
    await sql`
      update approvals.notices set mails = 500 where company_id = ${companyId} and request_id = ${id}
    `.execute(database.pool)
    await openRequest()
    expect(await takeMails()).toEqual([])
    expect((await approvals.measure()).withheld24h).toBeGreaterThan(0)
    now = after(startTime, hoursMs(2))
    await openRequest()
    expect(await takeMails()).toHaveLength(1)
  })
})

describe('the person who ordered', () => {
  const decide = (
    id: string,
    outcome: { to: 'APPROVED' | 'EXPIRED' | 'WITHDRAWN'; by: undefined },
  ) =>
    database.transaction(async (tx) => {
      const request = await approvals.lockRequest(tx, companyId, id)
      if (request) await approvals.decide(tx, request, outcome, now)
    })

  it('learns of a rejection, its author and its reason', async () => {
    const id = await openRequest()
    await takeMails()
    const refusal = { requestId: id, to: 'REJECTED', reason: 'Too\nmany.' } as const
    await database.transaction((tx) => approvals.refuse(tx, approver.actor, refusal, now))
    const [mail, ...others] = await takeMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: buyer.email,
      subject: 'Your order PO-2026-000123 of 1,250.00 EUR is rejected',
    })
    expect(mail?.text).toContain('rejected by Bea Buyer')
    expect(mail?.text).toContain('The reason: Too many.')
  })

  it('learns in their language what to change, and does not learn it twice', async () => {
    const id = await openRequest()
    await takeMails()
    const refusal = { requestId: id, to: 'RETURNED', reason: 'Order\nten.' } as const
    await database.transaction((tx) => approvals.refuse(tx, approver.actor, refusal, now))
    const [mail, ...others] = await takeMails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: buyer.email,
      subject: 'Your order PO-2026-000123 of 1,250.00 EUR is returned for change',
    })
    expect(mail?.text).toContain('returned for change by Bea Buyer')
    expect(mail?.text).toContain('What to change: Order ten.')
    expect(await takeMails()).toEqual([])
  })

  it.each([
    ['APPROVED', 'Your order PO-2026-000123 of 1,250.00 EUR is approved'],
    ['EXPIRED', 'Nobody decided on your order PO-2026-000123 of 1,250.00 EUR'],
  ] as const)('is notified once that the request is %s', async (to, subject) => {
    const id = await openRequest()
    await takeMails()
    await decide(id, { to, by: undefined })
    expect(await takeSubjects()).toEqual([[buyer.email, subject]])
    now = after(startTime, hoursMs(60))
    expect(await takeMails()).toEqual([])
  })

  it('is not notified of their own actions', async () => {
    const id = await openRequest()
    await takeMails()
    await decide(id, { to: 'WITHDRAWN', by: undefined })
    expect(await takeMails()).toEqual([])
  })
})

const summary = {
  poNumber: 'PO-4711',
  unit: 'Workshop\nHamburg',
  shipTo: 'Bea Buyer, Hafenstr. 7, 20457 Hamburg, DE',
  suppliers: ['A', 'B', 'C', 'D', 'E', 'F', 'G'],
}

function someJobs(): Jobs {
  const identity = anIdentity({ database, now: () => now })
  const deps = {
    database,
    peopleOf: listPeopleIds,
    workingTimeOf: getWorkingTime,
    reach: listReachable,
    adminsOf: identity.admins,
    describe: () => Promise.resolve(summary),
    linkOf: (id: string) => `https://buy.example/approvals#${id}`,
    now: () => now,
  }
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const wake = createWake(createMemoryCache(() => now))
  return createJobs({ database, handlers: approvalsJobs(deps), wake, now: () => now, log })
}

function aStep(step: Omit<ApprovalPlan['steps'][number], 'ruleId' | 'ruleName'>) {
  return {
    ...step,
    ruleId: 'apr_1',
    ruleName: 'Above\n1000 euros',
  }
}

async function openRequest(plan: Partial<ApprovalPlan> = {}): Promise<string> {
  const requestedBy = buyer.actor.id
  const order = { orderId: newId('ord', now), orderNumber: 'PO-2026-000123' }
  const defaults = { requesterId: requestedBy, steps: [aStep(byApprover)], timeoutHours: 72 }
  const total = money(125_000n, 'EUR')
  await database.transaction((tx) =>
    approvals.open(
      tx,
      {
        companyId,
        ...order,
        requestedBy,
        ofRequisition: false,
        contentHash,
        contentDigest: contentHash,
        total,
        plan: { ...defaults, ...plan },
        revises: undefined,
      },
      now,
    ),
  )
  const [opened] = await approvals.listOfOrder(buyer.actor, order.orderId)
  return opened?.request.id ?? ''
}

async function listToDecide({ actor }: APerson): Promise<string[]> {
  const request = { actor, query: { mine: 'to_decide' } } as unknown as ListRequest
  const cut = { after: undefined, limit: 10 }
  const { newest } = newestFirst
  const { found } = await readRows(database.pool, requestList(approvals), request, newest, cut)
  return found.map(({ row }) => (row as RequestRow).id)
}

function approveRequest(who: APerson, requestId: string) {
  return database.transaction((tx) =>
    approvals.approve(tx, who.actor, { requestId, contentHash, currentHash: contentHash }, now),
  )
}

function disableAccount({ actor }: APerson) {
  return sql`update identity.users set state = 'DISABLED' where id = ${actor.id}`.execute(
    database.pool,
  )
}

/** The mails written since the last call. */
async function takeMails(): Promise<WrittenMail[]> {
  await jobs.drain()
  const { rows } = await sql<{ payload: WrittenMail }>`
    delete from platform.jobs where name = 'platform.send_mail' returning payload
  `.execute(database.pool)
  const mails = rows.map(({ payload: { to, subject, text } }) => ({ to, subject, text }))
  return mails.sort((a, b) => (a.to < b.to ? -1 : 1))
}

async function takeSubjects() {
  return (await takeMails()).map(({ to, subject }) => [to, subject])
}
