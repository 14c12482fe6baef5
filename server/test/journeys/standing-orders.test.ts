import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { stockOf } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { codeOf } from './approvals-client.ts'
import { createClient } from './client.ts'
import { shipTo } from './purchase.ts'
import {
  aStandingCompany,
  mailTo,
  maxTotal,
  monday,
  type StandingCompany,
  schedule,
  url,
} from './standing-orders-client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const operator = await world.operator()
const { database } = world.parts.platform
let ours: StandingCompany['ours']
let productId: string
let aProductOf: StandingCompany['aProductOf']
let created: StandingCompany['created']
let work: StandingCompany['work']
let runsOf: StandingCompany['runsOf']
let statesOf: StandingCompany['statesOf']
let eventsOf: StandingCompany['eventsOf']

beforeEach(async () => {
  const company = await aStandingCompany(world)
  ;({ ours, productId, aProductOf, created, work, runsOf, statesOf, eventsOf } = company)
})

describe('a standing order', () => {
  it('places one order on each date, exactly once, also when two workers try at once', async () => {
    const { id, nextDates, state } = await created()
    expect(state).toBe('ACTIVE')
    expect(nextDates).toHaveLength(5)
    expect(nextDates[0]).toEqual({ date: monday, placedOn: monday })
    await work(id, '2031-01-13T04:59:00Z')
    expect(await runsOf(id)).toEqual([])

    await Promise.all([1, 2, 3].map(() => work(id, '2031-01-13T05:00:01Z')))
    await work(id, '2031-01-13T12:00:00Z')

    const orders = (await ours.buyer.get('/api/v1/orders')).body.data
    expect(orders).toHaveLength(1)
    const [run, ...others] = await runsOf(id)
    expect(others).toEqual([])
    expect(run).toMatchObject({ date: monday, state: 'PLACED', tries: 1, orderId: orders[0].id })
    expect(orders[0]).toMatchObject({ poNumber: 'SO-1', number: run?.orderNumber })
    // No requisition became the order.
    expect(orders[0].requestedBy).toBeUndefined()
    const { lines } = (await ours.buyer.get(`/api/v1/orders/${run?.orderId}`)).body.data
    expect(lines).toMatchObject([{ productId, quantity: 2, costCenter: '4711' }])
    await work(id, '2031-01-20T05:00:01Z')
    expect((await runsOf(id)).map(({ date }) => date)).toEqual(['2031-01-20', monday])
    expect(await stockOf(database, productId)).toMatchObject({ committed: 4 })
    expect(await eventsOf(id)).toEqual(['standing_order.placed', 'standing_order.placed'])
  })

  it('is placed by a worker of the service', async () => {
    const { id } = await created()
    const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']
    await ours.admin.patch('/api/v1/company/calendar', { workingDays: days, holidays: null })
    await sql`
      update standing.orders set available_at = now(), next_date = current_date - 1, lease_token = null, lease_until = null
      where company_id = ${ours.companyId} and id = ${id}
    `.execute(database.pool)
    await expect.poll(() => statesOf(id), { timeout: 60_000 }).toEqual(['PLACED'])
  })

  it('moves a date to the next working day, also when the calendar changes meanwhile', async () => {
    const weekend = { every: 1, unit: 'MONTH', on: 31, from: '2031-02-01', until: '2031-04-30' }
    const { id, nextDates } = await created({ schedule: weekend })
    expect(nextDates).toEqual([
      { date: '2031-02-28', placedOn: '2031-02-28' },
      { date: '2031-03-31', placedOn: '2031-03-31' },
      { date: '2031-04-30', placedOn: '2031-04-30' },
    ])
    const exceptions = [{ day: '2031-02-28', working: false, name: 'Closed' }]
    await ours.admin.patch('/api/v1/company/calendar', { exceptions })
    const next = await work(id, '2031-02-28T05:00:01Z')
    expect(next?.toISOString()).toBe('2031-03-01T05:00:00.000Z')
    expect(await runsOf(id)).toEqual([])
    await work(id, '2031-03-03T05:00:01Z')
    expect(await runsOf(id)).toMatchObject([{ date: '2031-02-28', state: 'PLACED' }])
  })

  it('tries a refused date again on three working days, and then skips it', async () => {
    const scarce = await aProductOf('10.00', 1)
    const { id } = await created({ lines: [{ productId: scarce, quantity: 2 }] })
    await work(id, '2031-01-13T05:00:01Z')
    expect(await runsOf(id)).toMatchObject([
      {
        state: 'FAILED',
        tries: 1,
        nextTryOn: '2031-01-14',
        failure: { code: 'checkout.stock_short', details: { lines: [{ available: 1 }] } },
      },
    ])
    expect(
      await mailTo(world, ours.buyer, 'Standing order Coffee: the order of 2031-01-13'),
    ).toContain('Some lines exceed the available stock.')
    await work(id, '2031-01-13T15:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ tries: 1 }])
    const next = await work(id, '2031-01-14T05:00:01Z')
    expect(next?.toISOString()).toBe('2031-01-15T05:00:00.000Z')
    await work(id, '2031-01-15T05:00:01Z')
    await work(id, '2031-01-16T05:00:01Z')
    expect(await runsOf(id)).toMatchObject([{ state: 'SKIPPED', reason: 'REFUSED', tries: 4 }])
    expect(await mailTo(world, ours.buyer, 'nothing is ordered for 2031-01-13')).toContain(
      'refused on each',
    )
    expect(await eventsOf(id)).toEqual([
      'standing_order.failed',
      'standing_order.failed',
      'standing_order.failed',
      'standing_order.skipped',
    ])
    const { body } = await ours.buyer.get(`${url}/${id}`)
    expect(body.data.nextDates[0].date).toBe('2031-01-20')
  })

  it('orders what its owner has corrected when the date is tried again', async () => {
    const dear = await aProductOf('60.00', 100)
    const { id } = await created({ maxTotal: { amount: '300.00', currency: 'EUR' } })
    await sql`
      update standing.orders set max_total_minor = 100
      where company_id = ${ours.companyId} and id = ${id}
    `.execute(database.pool)
    await work(id, '2031-01-13T05:00:01Z')
    const [refused] = await runsOf(id)
    expect(refused).toMatchObject({
      state: 'FAILED',
      failure: {
        code: 'standing.max_total_exceeded',
        details: { maxTotal: { amount: '1.00', currency: 'EUR' } },
      },
    })
    expect(await stockOf(database, productId)).toMatchObject({ committed: 0 })
    expect((await ours.buyer.get('/api/v1/orders')).body.data).toEqual([])
    const notNow = await ours.buyer.post(`${url}/${id}/retry`, { date: '2031-01-20' })
    expect(codeOf(notNow)).toBe('standing.run_not_failed')

    const lines = [{ productId: dear, quantity: 1 }]
    const change = { lines, maxTotal }
    expect((await ours.buyer.patch(`${url}/${id}`, change)).status).toBe(200)
    const retried = await ours.buyer.post(`${url}/${id}/retry`, { date: monday })
    expect(retried.status, JSON.stringify(retried.body)).toBe(200)
    await work(id, '2031-01-13T08:00:00Z')
    expect(await runsOf(id)).toMatchObject([{ state: 'PLACED', tries: 2 }])
    expect(await stockOf(database, dear)).toMatchObject({ committed: 1 })
  })

  it('skips dates by request, is paused and resumed, and ends', async () => {
    const { id } = await created()
    const skip = (date: string) => ours.admin.post(`${url}/${id}/skip`, { date })
    const skipped = await skip(monday)
    expect(skipped.body.data.nextDates[0].date).toBe('2031-01-20')
    expect((await skip(monday)).body.data.version).toBe(skipped.body.data.version)
    expect(codeOf(await skip('2031-01-14'))).toBe('standing.date_not_scheduled')
    expect(codeOf(await skip('2039-01-03'))).toBe('standing.date_not_scheduled')
    await work(id, '2031-01-13T05:00:01Z')
    expect(await runsOf(id)).toMatchObject([{ state: 'SKIPPED', reason: 'BY_REQUEST' }])

    expect((await ours.admin.post(`${url}/${id}/pause`, {})).body.data).toMatchObject({
      state: 'PAUSED',
      reason: 'BY_REQUEST',
      nextDates: [],
    })
    await work(id, '2031-01-20T05:00:01Z')
    expect(await runsOf(id)).toHaveLength(1)
    expect(codeOf(await ours.admin.post(`${url}/${id}/pause`, {}))).toBe('standing.not_in_state')
    const resumed = await ours.buyer.post(`${url}/${id}/resume`, {})
    expect(resumed.body.data).toMatchObject({ state: 'ACTIVE', nextDates: { length: 5 } })
    await work(id, '2031-01-20T05:00:01Z')
    expect(codeOf(await skip('2031-01-20'))).toBe('standing.run_over')
    expect((await ours.buyer.post(`${url}/${id}/end`, {})).body.data).toMatchObject({
      state: 'ENDED',
      reason: 'BY_REQUEST',
    })
    for (const step of ['pause', 'resume', 'end']) {
      const { status } = await ours.buyer.post(`${url}/${id}/${step}`, {})
      expect(status, step).toBe(409)
    }
    expect(codeOf(await ours.buyer.patch(`${url}/${id}`, { name: 'x' }))).toBe(
      'standing.not_in_state',
    )
  })

  it('ends after its last date', async () => {
    const once = { ...schedule, until: '2031-01-19' }
    const { id } = await created({ schedule: once })
    await work(id, '2031-01-13T05:00:01Z')
    expect((await ours.buyer.get(`${url}/${id}`)).body.data).toMatchObject({
      state: 'ENDED',
      reason: 'SCHEDULE_OVER',
    })
    expect(await eventsOf(id)).toEqual(['standing_order.placed', 'standing_order.ended'])
    expect(await mailTo(world, ours.buyer, 'Standing order Coffee has ended')).toContain(
      'last date',
    )
  })

  it('leaves out dates that nobody could try in time', async () => {
    const { id } = await created()
    await work(id, '2031-01-24T05:00:01Z')
    expect(await runsOf(id)).toMatchObject([
      { date: '2031-01-20', state: 'SKIPPED', reason: 'MISSED' },
      { date: monday, state: 'SKIPPED', reason: 'MISSED' },
    ])
  })
})

describe('the owner of a standing order', () => {
  it('pauses it by leaving, and the administrator who resumes it becomes the owner', async () => {
    const { client, id: personId } = await aBuyer()
    const { id } = await created({}, client)
    const erased = await ours.admin.post(`/api/v1/members/${personId}/erase`, {})
    expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300)
    await work(id, '2031-01-13T05:00:01Z')
    const paused = (await ours.buyer.get(`${url}/${id}`)).body.data
    expect(paused).toMatchObject({ state: 'PAUSED', reason: 'OWNER_LEFT', ownerId: personId })
    expect(await mailTo(world, ours.admin, 'Standing order Coffee is paused')).toContain(
      'has left the company',
    )
    expect(codeOf(await ours.buyer.post(`${url}/${id}/resume`, {}))).toBe(
      'standing.order_of_another',
    )
    const { body } = await ours.admin.post(`${url}/${id}/resume`, {})
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    expect(body.data).toMatchObject({ state: 'ACTIVE', ownerId: adminId })
    await work(id, '2031-01-14T05:00:01Z')
    expect(await statesOf(id)).toEqual(['PLACED'])
  })

  it('is no longer in its address when the owner is erased and it has ended, whoever owns it then', async () => {
    const { client, id: personId } = await aBuyer()
    const given = { ...shipTo, phone: '+49 40 123', email: 'bea@example.com' }
    const make = async (): Promise<string> => (await created({ shipTo: given }, client)).id
    const [left, passedOn, endedBefore, moved] = [
      await make(),
      await make(),
      await make(),
      await make(),
    ]
    const step = async (id: string, name: string) => {
      const { status, body } = await ours.admin.post(`${url}/${id}/${name}`, {})
      expect(status, JSON.stringify(body)).toBe(200)
    }
    const shownIn = async (id: string) => (await ours.admin.get(`${url}/${id}`)).body.data.shipTo
    await ours.admin.delete(`/api/v1/members/${personId}`)
    for (const id of [passedOn, endedBefore, moved]) {
      await step(id, 'pause')
      await step(id, 'resume')
    }
    const ofAdmin = { ...shipTo, name: 'Anna Admin' }
    expect((await ours.admin.patch(`${url}/${moved}`, { shipTo: ofAdmin })).status).toBe(200)
    await step(endedBefore, 'end')

    const { body } = await operator.post(`/admin/people/${personId}/erase`)
    expect(body.data.kept).toMatchObject([{ what: 'standing orders', count: 2 }])
    expect(await shownIn(passedOn)).toEqual(given)
    for (const id of [left, passedOn, moved]) await step(id, 'end')
    for (const id of [left, passedOn, endedBefore]) {
      expect(await shownIn(id)).toEqual({ ...shipTo, name: 'Erased person' })
    }
    expect(await shownIn(moved)).toEqual(ofAdmin)
  })

  it('pauses it by losing the role', async () => {
    const { client, id: personId } = await aBuyer()
    const { id } = await created({}, client)
    await sql`
      update identity.memberships set roles = '{approver}'
      where company_id = ${ours.companyId} and user_id = ${personId}
    `.execute(database.pool)
    await work(id, '2031-01-13T05:00:01Z')
    expect((await ours.admin.get(`${url}/${id}`)).body.data).toMatchObject({
      state: 'PAUSED',
      reason: 'OWNER_MAY_NOT_ORDER',
    })
    expect(await statesOf(id)).toEqual(['DUE'])
  })

  it('alone changes what it orders', async () => {
    const { id } = await created()
    expect(codeOf(await ours.admin.patch(`${url}/${id}`, { name: 'x' }))).toBe(
      'standing.order_of_another',
    )
    const stale = await ours.buyer.patch(`${url}/${id}`, { name: 'x', expectedVersion: 7 })
    expect(codeOf(stale)).toBe('standing.version_conflict')
    const tuesdays = { ...schedule, on: 2 }
    const changed = await ours.buyer.patch(`${url}/${id}`, { name: 'Tea', schedule: tuesdays })
    expect(changed.body.data).toMatchObject({ name: 'Tea', version: 2 })
    expect(changed.body.data.nextDates[0].date).toBe('2031-01-14')
    const other = await world.company()
    expect((await other.buyer.get(`${url}/${id}`)).status).toBe(404)
    expect((await other.admin.post(`${url}/${id}/end`, {})).status).toBe(404)
    expect((await other.buyer.get(`${url}/${id}/runs`)).status).toBe(404)
    expect((await ours.approver.post(`${url}/${id}/pause`, {})).status).toBe(403)
    const listed = (await ours.approver.get(`${url}?q=te&state=ACTIVE`)).body.data
    expect(listed).toMatchObject([{ id, lineCount: 1, nextDate: '2031-01-14' }])
    expect((await other.buyer.get(url)).body.data).toEqual([])
  })
})

describe('the order of a date', () => {
  it('waits for approval like any other', async () => {
    const { id: adminId } = (await ours.admin.get('/auth/me')).body.data
    const steps = [{ mode: 'ANY', people: [adminId] }]
    await ours.admin.post('/api/v1/approval-rules', {
      name: 'All',
      conditions: {},
      steps,
      position: 1,
    })
    const { id } = await created()
    await work(id, '2031-01-13T05:00:01Z')
    const [run] = await runsOf(id)
    expect(run?.state).toBe('PLACED')
    const { state } = (await ours.buyer.get(`/api/v1/orders/${run?.orderId}`)).body.data
    expect(state).toBe('PENDING_APPROVAL')
  })

  it('is refused without net terms on that day', async () => {
    const { id } = await created()
    await sql`
      update payments.credit_accounts set state = 'SUSPENDED' where company_id = ${ours.companyId}
    `.execute(database.pool)
    await work(id, '2031-01-13T05:00:01Z')
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ failure: { code: 'payments.no_credit_account' } })
  })
})

async function aBuyer() {
  const { email, password, actor } = await aPerson(database, {
    companyId: ours.companyId,
    role: 'buyer',
  })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return { id: actor.id, client: createClient(world.baseUrl, { bearer: body.data.accessToken }) }
}
