import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Id, newId } from '#kernel/id'
import { money } from '#kernel/money'
import { after, hoursMs, minutesMs } from '#kernel/time'
import { companyWorkingTime } from '#modules/calendar'
import { listPeopleIds, listReachable } from '#modules/identity'
import { createMemoryCache } from '#platform/cache'
import { sql } from '#platform/db'
import { createJobs, type Jobs } from '#platform/jobs'
import { createWake } from '#platform/wake'
import { anApprovals } from '#testing/approvals'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { anIdentity } from '#testing/identity-service'
import type { ApprovalPlan } from '../index.ts'
import { approvalsJobs } from '../index.ts'
import { listNotPlaced } from '../requests/not-placed-store.ts'

/** A Monday: no weekend comes before a deadline. */
const began = new Date('2026-01-05T03:04:05Z')
const contentHash = 'a'.repeat(64)
let now = began
const database = await useDatabase()
let companyId: Id<'co'>
let buyer: APerson
let approver: APerson
let admin: APerson
const approvals = anApprovals(database, () => now)
const jobs = someJobs()

beforeEach(async () => {
  now = began
  await sql`delete from platform.jobs`.execute(database.pool)
  companyId = await aCompany(database)
  buyer = await aPerson(database, { companyId })
  approver = await aPerson(database, { companyId, role: 'approver' })
  admin = await aPerson(database, { companyId, role: 'company_admin' })
})

const byApprover = { mode: 'ANY', people: [], role: 'approver' } as const

type Written = { readonly to: string; readonly subject: string; readonly text: string }

describe('the people asked for an approval', () => {
  it('get one mail with the amount, the rule and the address for the decision', async () => {
    const id = await ask()
    const [mail, ...others] = await mails()
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
    expect(await mails()).toEqual([])
  })

  it('get the mail in their own language', async () => {
    const language = (locale: string, { actor: { id } }: APerson) =>
      sql`update identity.users set locale = ${locale} where id = ${id}`.execute(database.pool)
    const other = await aPerson(database, { companyId, role: 'approver' })
    await language('de', approver)
    await language('fr', other)
    await ask()
    const written = await mails()
    expect(written.find(({ to }) => to === approver.email)).toMatchObject({
      subject: 'Bea Buyer bittet um Ihre Freigabe: PO-2026-000123, 1.250,00 EUR',
      text: expect.stringContaining('Ohne Entscheidung bis 8. Januar 2026 um 03:04 UTC'),
    })
    expect(written.find(({ to }) => to === other.email)).toMatchObject({
      subject: 'Bea Buyer demande votre approbation : PO-2026-000123, 1\u00a0250,00 EUR'.replace(
        '\u00a0',
        ' ',
      ),
    })
  })

  it('are notified once, however many workers run', async () => {
    await ask()
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
    expect(await mails()).toHaveLength(1)
  })

  it('exclude the person who ordered, and include deputies beside the people they stand in for', async () => {
    const deputy = await aPerson(database, { companyId })
    const another = await aPerson(database, { companyId, role: 'approver' })
    const endsAt = after(now, hoursMs(5))
    await approvals.deputies.name(approver.actor, { deputyId: deputy.actor.id, endsAt })
    await approvals.deputies.name(approver.actor, { deputyId: buyer.actor.id, endsAt })
    await ask()
    const asked = (await mails()).map(({ to }) => to)
    expect(asked).toEqual([approver.email, another.email, deputy.email].sort())
  })

  it('get a reminder, and then administrators are asked', async () => {
    const other = await aPerson(database, { companyId, role: 'approver' })
    const id = await ask({ steps: [ruled({ ...byApprover, mode: 'ALL' })] })
    expect(await mails()).toHaveLength(2)
    await approve(approver, id)
    now = after(began, hoursMs(24) - minutesMs(1))
    expect(await mails()).toEqual([])
    now = after(began, hoursMs(24))
    expect(await subjects()).toEqual([
      [other.email, 'Reminder: PO-2026-000123 (1,250.00 EUR) of Bea Buyer waits for your approval'],
    ])
    expect((await approvals.get(admin.actor, id)).mayDecide).toBe(false)
    now = after(began, hoursMs(48))
    expect(await subjects()).toEqual([
      [admin.email, 'Nobody has decided yet: PO-2026-000123 (1,250.00 EUR) of Bea Buyer'],
    ])
    expect(await approvals.measure()).toMatchObject({ escalated: 1, withheld24h: 0 })
    const waiting = await approvals.list(admin.actor, 'to_decide', { limit: 10 })
    expect(waiting.map(({ request }) => request.id)).toEqual([id])
    expect(await approve(admin, id)).toBe(true)
    const { votes } = await approvals.get(admin.actor, id)
    expect(votes).toMatchObject([
      { personId: approver.actor.id, votedBy: approver.actor.id },
      { personId: other.actor.id, votedBy: admin.actor.id },
    ])
  })

  it('are reminded and skipped when the rule says so, at each step', async () => {
    const first = ruled(byApprover)
    const second = ruled({ mode: 'ANY', people: [admin.actor.id], role: undefined })
    const id = await ask({ steps: [first, second], remindAfterHours: 2, escalateAfterHours: 4 })
    await mails()
    now = after(began, hoursMs(1))
    await approve(approver, id)
    expect(await subjects()).toEqual([
      [admin.email, 'Bea Buyer asks for your approval: PO-2026-000123, 1,250.00 EUR'],
    ])
    // Of the first step, which is over.
    now = after(began, hoursMs(2))
    expect(await mails()).toEqual([])
    now = after(began, hoursMs(3))
    expect((await mails()).map(({ to }) => to)).toEqual([admin.email])
  })

  it('include administrators, one of whom is enough where any approver is enough', async () => {
    await aPerson(database, { companyId, role: 'approver' })
    const id = await ask()
    now = after(began, hoursMs(50))
    await mails()
    expect(await approve(admin, id)).toBe(true)
    expect((await approvals.get(admin.actor, id)).votes).toHaveLength(1)
  })

  it('no longer include a locked account: the request moves on at the reminder', async () => {
    const other = await aPerson(database, { companyId, role: 'approver' })
    const id = await ask({ steps: [ruled({ ...byApprover, mode: 'ALL' }), ruled(byApprover)] })
    await mails()
    await approve(approver, id)
    await lockOut(other)
    now = after(began, hoursMs(24))
    expect(await subjects()).toEqual([
      [approver.email, 'Bea Buyer asks for your approval: PO-2026-000123, 1,250.00 EUR'],
    ])
    expect((await approvals.get(admin.actor, id)).request).toMatchObject({ step: 1 })
  })

  it('are administrators at once when no approver is left', async () => {
    const step = ruled({ mode: 'ALL', people: [approver.actor.id], role: undefined })
    const id = await ask({ steps: [ruled({ ...byApprover, mode: 'ANY' }), step] })
    const other = await aPerson(database, { companyId, role: 'approver' })
    await mails()
    await lockOut(approver)
    await approve(other, id)
    expect(await subjects()).toEqual([
      [admin.email, 'Nobody has decided yet: PO-2026-000123 (1,250.00 EUR) of Bea Buyer'],
    ])
    expect((await approvals.get(admin.actor, id)).mayDecide).toBe(true)
    expect(await approve(admin, id)).toBe(true)
  })

  it('measure an approved request that cannot be placed from its last decision', async () => {
    const id = await ask()
    now = after(began, minutesMs(5))
    expect(await approve(approver, id)).toBe(true)
    await sql`
      update approvals.requests set last_error = 'The provider is away.'
      where company_id = ${companyId} and id = ${id}
    `.execute(database.pool)
    now = after(began, minutesMs(7))
    expect(await approvals.measure()).toMatchObject({ failing: 1, oldestFailingSeconds: 120 })
    const [shown, ...others] = await listNotPlaced(database.pool, { limit: 10 })
    expect(shown).toMatchObject({ requestId: id, companyId, lastError: 'The provider is away.' })
    expect(others).toEqual([])
    expect(await listNotPlaced(database.pool, { after: id, limit: 10 })).toEqual([])
    await sql`
      update approvals.requests set last_error = null where company_id = ${companyId}
    `.execute(database.pool)
  })

  it('exclude an administrator who ordered', async () => {
    buyer = admin
    const id = await ask()
    now = after(began, hoursMs(50))
    await mails()
    await expect(approve(admin, id)).rejects.toMatchObject({ code: 'approvals.own_order' })
  })

  it('get no mail beyond the company’s limit', async () => {
    const id = await ask()
    await mails()
    await sql`
      update approvals.notices set mails = 500 where company_id = ${companyId} and request_id = ${id}
    `.execute(database.pool)
    await ask()
    expect(await mails()).toEqual([])
    expect((await approvals.measure()).withheld24h).toBeGreaterThan(0)
    now = after(began, hoursMs(2))
    await ask()
    expect(await mails()).toHaveLength(1)
  })
})

describe('the person who ordered', () => {
  const decide = (
    id: string,
    outcome: { to: 'APPROVED' | 'EXPIRED' | 'WITHDRAWN'; by: undefined },
  ) =>
    database.transaction(async (tx) => {
      const request = await approvals.hold(tx, companyId, id)
      if (request) await approvals.decide(tx, request, outcome, now)
    })

  it('learns of a rejection, its author and its reason', async () => {
    const id = await ask()
    await mails()
    const no = { requestId: id, to: 'REJECTED', reason: 'Too\nmany.' } as const
    await database.transaction((tx) => approvals.refuse(tx, approver.actor, no, now))
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: buyer.email,
      subject: 'Your order PO-2026-000123 of 1,250.00 EUR is rejected',
    })
    expect(mail?.text).toContain('rejected by Bea Buyer')
    expect(mail?.text).toContain('The reason: Too many.')
  })

  it('learns in their language what to change, and does not learn it twice', async () => {
    const id = await ask()
    await mails()
    const no = { requestId: id, to: 'RETURNED', reason: 'Order\nten.' } as const
    await database.transaction((tx) => approvals.refuse(tx, approver.actor, no, now))
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: buyer.email,
      subject: 'Your order PO-2026-000123 of 1,250.00 EUR is returned for change',
    })
    expect(mail?.text).toContain('returned for change by Bea Buyer')
    expect(mail?.text).toContain('What to change: Order ten.')
    expect(await mails()).toEqual([])
  })

  it.each([
    ['APPROVED', 'Your order PO-2026-000123 of 1,250.00 EUR is approved'],
    ['EXPIRED', 'Nobody decided on your order PO-2026-000123 of 1,250.00 EUR'],
  ] as const)('is notified once that the request is %s', async (to, subject) => {
    const id = await ask()
    await mails()
    await decide(id, { to, by: undefined })
    expect(await subjects()).toEqual([[buyer.email, subject]])
    now = after(began, hoursMs(60))
    expect(await mails()).toEqual([])
  })

  it('is not notified of their own actions', async () => {
    const id = await ask()
    await mails()
    await decide(id, { to: 'WITHDRAWN', by: undefined })
    expect(await mails()).toEqual([])
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
    workingTimeOf: companyWorkingTime,
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

function ruled(step: Omit<ApprovalPlan['steps'][number], 'ruleId' | 'ruleName'>) {
  return {
    ...step,
    ruleId: 'apr_1',
    ruleName: 'Above\n1000 euros',
  }
}

async function ask(plan: Partial<ApprovalPlan> = {}): Promise<string> {
  const requestedBy = buyer.actor.id
  const order = { orderId: newId('ord', now), orderNumber: 'PO-2026-000123' }
  const standard = { requesterId: requestedBy, steps: [ruled(byApprover)], timeoutHours: 72 }
  const total = money(125_000n, 'EUR')
  await database.transaction((tx) =>
    approvals.open(
      tx,
      {
        companyId,
        ...order,
        requestedBy,
        contentHash,
        contentDigest: contentHash,
        total,
        plan: { ...standard, ...plan },
        revises: undefined,
      },
      now,
    ),
  )
  const [newest] = await approvals.list(buyer.actor, 'requested', { limit: 1 })
  return newest?.request.id ?? ''
}

function approve(who: APerson, requestId: string) {
  return database.transaction((tx) =>
    approvals.approve(tx, who.actor, { requestId, contentHash, currentHash: contentHash }, now),
  )
}

function lockOut({ actor }: APerson) {
  return sql`update identity.users set state = 'DISABLED' where id = ${actor.id}`.execute(
    database.pool,
  )
}

/** What was written since the last time this was asked. */
async function mails(): Promise<Written[]> {
  await jobs.drain()
  const { rows } = await sql<{ payload: Written }>`
    delete from platform.jobs where name = 'platform.send_mail' returning payload
  `.execute(database.pool)
  const written = rows.map(({ payload: { to, subject, text } }) => ({ to, subject, text }))
  return written.sort((a, b) => (a.to < b.to ? -1 : 1))
}

async function subjects() {
  return (await mails()).map(({ to, subject }) => [to, subject])
}
