import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { codeOf } from './approvals-client.ts'
import { aKey, type Client, createClient } from './client.ts'
import { giveCredit, shipTo } from './purchase.ts'
import { aSubmitted } from './requisitions-client.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
let ours: CompanyOfWorld
let productId: string
/** The store and the workshop are below the works. */
let works: string
let store: string
let workshop: string
let office: string
/** What one piece costs, with tax and shipping cost. */
let cost: number

beforeAll(async () => {
  const supplier = await world.company()
  const product = { supplierCompanyId: supplier.companyId, unitPrice: '10.00', onHand: 100_000 }
  productId = (await aProduct(database, product)).id
})

beforeEach(async () => {
  ours = await world.company()
  await giveCredit(world, ours.companyId, 100_000_000n)
  works = await aUnit('Works')
  store = await aUnit('Store', works)
  workshop = await aUnit('Workshop', works)
  office = await aUnit('Office')
  const { body } = await ours.buyer.post('/api/v1/orders/validate', orderOf(1))
  cost = Number(body.data.totals.total.amount)
})

describe('the budget of a unit', () => {
  it('is read by the accountant of the unit, or of one above it, and by nobody of others', async () => {
    const ofStore = await aBudget({ unitId: store }, cost)
    const ofOffice = await aBudget({ unitId: office }, cost)
    const ofAll = await aBudget({ costCenter: '4711' }, cost)
    const accountant = await aMember([{ unitId: works, role: 'accountant' }])
    const { body } = await accountant.get('/api/v1/budgets')
    expect(body.data.budgets).toMatchObject([{ id: ofStore }])
    expect((await accountant.get(`/api/v1/budgets?unitId=${office}`)).body.data.budgets).toEqual([])
    for (const part of ['', '/entries']) {
      const answers = await Promise.all(
        [ofStore, ofOffice, ofAll].map((id) => accountant.get(`/api/v1/budgets/${id}${part}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 404, 404])
    }
    const change = await accountant.patch(`/api/v1/budgets/${ofStore}`, { active: false })
    expect(codeOf(change)).toBe('identity.access_denied')
    expect((await accountant.get('/api/v1/spending-limits')).status).toBe(403)
    const buyer = await aMember([{ unitId: works, role: 'buyer' }])
    expect((await buyer.get('/api/v1/budgets')).status).toBe(403)
  })

  it('counts the purchases for the unit and for those below it, whatever their cost centre', async () => {
    const id = await aBudget({ unitId: works }, cost * 2.5)
    await move(ours.buyer, store)
    await move(ours.approver, works)
    await ours.admin.patch(`/api/v1/members/${await idOf(ours.approver)}`, { roles: ['buyer'] })
    expect((await place(ours.buyer)).status).toBe(201)
    expect((await place(ours.approver, '4711')).status).toBe(201)
    const refused = await place(ours.buyer)
    expect(refused.body.meta).toMatchObject({
      code: 'budgets.exceeded',
      details: { budgetId: id, kind: 'UNIT', left: eur(cost / 2) },
    })
    await move(ours.buyer, office)
    expect((await place(ours.buyer)).status).toBe(201)
    expect(await usedOf(id)).toEqual([{ subject: works, committed: eur(cost * 2) }])
  })

  it('counts an order of an API key for the unit of the person who made the key', async () => {
    const id = await aBudget({ unitId: works }, cost * 1.5)
    await move(ours.admin, store)
    expect((await place(ours.integration)).status).toBe(201)
    expect(codeOf(await place(ours.integration))).toBe('budgets.exceeded')
    expect(await usedOf(id)).toEqual([{ subject: works, committed: eur(cost) }])
  })

  it('counts the order of a requisition for the unit of its requester', async () => {
    const id = await aBudget({ unitId: store }, cost * 5)
    await move(ours.approver, store)
    await move(ours.buyer, office)
    const requisitionId = await aSubmitted(ours.approver, [{ productId, quantity: 1 }])
    const path = `/api/v1/requisitions/${requisitionId}/convert`
    expect((await ours.buyer.post(path, {})).status).toBe(200)
    expect(await usedOf(id)).toEqual([{ subject: store, committed: eur(cost) }])
  })

  it('gets back what it paid for, also after the unit was moved', async () => {
    const id = await aBudget({ unitId: works }, cost * 2)
    await move(ours.buyer, store)
    const { order } = (await place(ours.buyer)).body.data
    await ours.admin.patch(`/api/v1/company/units/${store}`, { parentId: office })
    expect((await place(ours.buyer)).status).toBe(201)
    expect(await usedOf(id)).toEqual([{ subject: works, committed: eur(cost) }])
    const cancelled = await ours.buyer.post(`/api/v1/orders/${order.id}/cancel`, {})
    expect(cancelled.status).toBe(200)
    expect(await usedOf(id)).toEqual([{ subject: works, committed: eur(0) }])
  })

  it('is shown to approvers of an order that exceeds it', async () => {
    const id = await aBudget({ unitId: works, soft: true }, cost / 2)
    await move(ours.buyer, store)
    const { order } = (await place(ours.buyer)).body.data
    expect(order.state).toBe('PENDING_APPROVAL')
    const [request] = (await ours.approver.get('/api/v1/approvals')).body.data
    const { body } = await ours.approver.get(`/api/v1/approvals/${request.id}`)
    expect(body.data.budgets).toMatchObject([
      { id, kind: 'UNIT', subject: works, unitId: works, after: eur(cost), exceeded: true },
    ])
  })

  it('of a cost centre counts its part of the purchases for the unit', async () => {
    const id = await aBudget({ unitId: works, costCenter: '4711' }, cost * 1.5)
    await move(ours.buyer, store)
    expect((await place(ours.buyer, '4711')).status).toBe(201)
    expect(codeOf(await place(ours.buyer, '4711'))).toBe('budgets.exceeded')
    expect((await place(ours.buyer, '4712')).status).toBe(201)
    await move(ours.buyer, office)
    expect((await place(ours.buyer, '4711')).status).toBe(201)
    expect(await usedOf(id)).toEqual([{ subject: '4711', committed: eur(cost) }])
  })

  it('holds together with all others: the narrowest refuses', async () => {
    const ofWorks = await aBudget({ unitId: works }, cost * 5)
    const ofStore = await aBudget({ unitId: store }, cost * 1.5)
    const ofCompany = await aBudget({ costCenter: '4711' }, cost * 5)
    await move(ours.buyer, store)
    expect((await place(ours.buyer, '4711')).status).toBe(201)
    const refused = await place(ours.buyer, '4711')
    expect(refused.body.meta.details).toMatchObject({ budgetId: ofStore })
    for (const id of [ofWorks, ofStore, ofCompany]) {
      expect(await usedOf(id)).toMatchObject([{ committed: eur(cost) }])
    }
  })

  it('is never exceeded by 64 simultaneous orders of two units below it', async () => {
    const id = await aBudget({ unitId: works }, cost * 20.5)
    await move(ours.buyer, store)
    await move(ours.admin, workshop)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) => place(at % 2 ? ours.buyer : ours.admin)),
    )
    const refused = answers.filter((answer) => codeOf(answer) === 'budgets.exceeded')
    expect([64 - refused.length, refused.length]).toEqual([20, 44])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(await usedOf(id)).toEqual([{ subject: works, committed: eur(cost * 20) }])
  })
})

describe('the unit of a budget', () => {
  it('is one that is active, and cannot end while the budget is active', async () => {
    const id = await aBudget({ unitId: store }, cost)
    const end = () => ours.admin.post(`/api/v1/company/units/${store}/end`)
    const refused = await end()
    expect(refused.body.meta).toMatchObject({
      code: 'structure.unit_in_use',
      details: { members: 0, units: 0, codes: 0, budgets: 1 },
    })
    const path = `/api/v1/budgets/${id}`
    expect((await ours.admin.patch(path, { active: false })).status).toBe(200)
    expect((await end()).status).toBe(200)
    expect(codeOf(await ours.admin.patch(path, { active: true }))).toBe('structure.unit_unknown')
    const stranger = await world.company()
    const budget = { name: 'Theirs', period: 'YEAR', limit: eur(1) }
    for (const [admin, unitId] of [
      [ours.admin, store],
      [stranger.admin, works],
    ] as const) {
      const answer = await admin.post('/api/v1/budgets', { ...budget, unitId })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'structure.unit_unknown'])
    }
    const ofNothing = await ours.admin.post('/api/v1/budgets', budget)
    expect([ofNothing.status, codeOf(ofNothing)]).toEqual([400, 'budgets.subject_required'])
  })

  it('finds its budgets in the list', async () => {
    const both = await aBudget({ unitId: works, costCenter: '4711' }, 5)
    const alone = await aBudget({ unitId: works }, 5)
    await aBudget({ unitId: store }, 5)
    await aBudget({ costCenter: '4711' }, 5)
    const { body } = await ours.admin.get(`/api/v1/budgets?unitId=${works}`)
    expect(body.data.budgets).toMatchObject([
      { id: both, unitId: works, costCenter: '4711' },
      { id: alone, unitId: works },
    ])
    expect(body.data.budgets[1].costCenter).toBeUndefined()
  })
})

async function aUnit(name: string, parentId?: string): Promise<string> {
  const input = { name, kind: 'SITE', ...(parentId !== undefined && { parentId }) }
  return (await ours.admin.post('/api/v1/company/units', input)).body.data.id
}

async function idOf(member: Client): Promise<string> {
  return (await member.get('/auth/me')).body.data.id
}

async function move(member: Client, unitId: string): Promise<void> {
  const answer = await ours.admin.patch(`/api/v1/members/${await idOf(member)}`, { unitId })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** A requester with roles for units. */
async function aMember(unitRoles: readonly { unitId: string; role: string }[]): Promise<Client> {
  const { companyId } = ours
  const { email, password, actor } = await aPerson(database, { companyId, role: 'requester' })
  const given = await ours.admin.patch(`/api/v1/members/${actor.id}`, { unitRoles })
  expect(given.status, JSON.stringify(given.body)).toBe(200)
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}

async function aBudget(of: object, limit: number): Promise<string> {
  const budget = { name: 'Tools', period: 'YEAR', limit: eur(limit), ...of }
  const answer = await ours.admin.post('/api/v1/budgets', budget)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}

const orderOf = (quantity: number) => ({
  lines: [{ productId, quantity }],
  shipTo,
  payment: { method: 'invoice' },
})

function place(buyer: Client, costCenter?: string) {
  const order = { ...orderOf(1), ...(costCenter !== undefined && { costCenter }) }
  return buyer.post('/api/v1/orders', order, { key: aKey() })
}

async function usedOf(budgetId: string) {
  const { body } = await ours.admin.get(`/api/v1/budgets/${budgetId}`)
  return body.data.usages.map(({ subject, committed }: { subject: string; committed: object }) => ({
    subject,
    committed,
  }))
}

const eur = (amount: number) => ({ amount: amount.toFixed(2), currency: 'EUR' })
