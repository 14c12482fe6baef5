import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import { codeOf } from './approvals-client.ts'
import { type Client, createClient } from './client.ts'
import { shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const url = '/api/v1/addresses'
let ours: CompanyOfWorld
/** The store is below the works. */
let works: string
let store: string
let office: string

beforeEach(async () => {
  ours = await world.company()
  works = await aUnit('Works')
  store = await aUnit('Store', works)
  office = await aUnit('Office')
})

describe('the addresses of units', () => {
  it('are seen by the people of the unit and of those below it, and by administrators and keys', async () => {
    const ofCompany = await anAddress({})
    const ofWorks = await anAddress({ unitId: works })
    const ofStore = await anAddress({ unitId: store })
    const ofOffice = await anAddress({ unitId: office })
    const all = [ofOffice, ofStore, ofWorks, ofCompany]
    expect(await seenBy(ours.admin)).toEqual(all)
    expect(await seenBy(ours.integration)).toEqual(all)
    expect(await seenBy(ours.buyer)).toEqual([ofCompany])
    await move(ours.buyer, works)
    expect(await seenBy(ours.buyer)).toEqual([ofWorks, ofCompany])
    await move(ours.buyer, store)
    expect(await seenBy(ours.buyer)).toEqual([ofStore, ofWorks, ofCompany])
    expect(await seenBy(ours.buyer, `?unitId=${works}`)).toEqual([ofWorks])
    expect(await seenBy(ours.buyer, `?unitId=${office}`)).toEqual([])
    for (const answer of [
      await ours.buyer.get(`${url}/${ofOffice}`),
      await ours.buyer.patch(`${url}/${ofOffice}`, { label: 'Mine' }),
      await ours.buyer.delete(`${url}/${ofOffice}`),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([404, 'addresses.address_not_found'])
    }
    expect((await ours.admin.get(`${url}/${ofOffice}`)).body.data.label).toBe('Goods receipt')
  })

  it('are seen by people with a role for a unit above', async () => {
    const ofCompany = await anAddress({})
    const ofStore = await anAddress({ unitId: store, defaultShipTo: true })
    const ofWorks = await anAddress({ unitId: works, defaultShipTo: true })
    await anAddress({ unitId: office })
    const member = await aRequester()
    const unitRoles = [{ unitId: works, role: 'buyer' }]
    await ours.admin.patch(`/api/v1/members/${await idOf(member)}`, { unitRoles })
    expect(await seenBy(member)).toEqual([ofWorks, ofStore, ofCompany])
    expect(await defaultsOf(member)).toEqual({ shipTo: ofWorks })
  })

  it('can be added and moved by people of the unit, and not for a unit of others', async () => {
    await move(ours.buyer, store)
    const own = await ours.buyer.post(url, { ...receipt, unitId: store })
    expect(own.body.data).toMatchObject({ unitId: store })
    const path = `${url}/${own.body.data.id}`
    expect((await ours.buyer.patch(path, { unitId: works })).body.data.unitId).toBe(works)
    const moved = await ours.buyer.patch(path, { unitId: office })
    expect([moved.status, codeOf(moved)]).toEqual([403, 'addresses.unit_not_yours'])
    const added = await ours.buyer.post(url, { ...receipt, unitId: office })
    expect([added.status, codeOf(added)]).toEqual([403, 'addresses.unit_not_yours'])
    expect((await ours.buyer.patch(path, { unitId: null })).body.data.unitId).toBeUndefined()
    const stranger = await world.company()
    const foreign = await stranger.admin.post(url, { ...receipt, unitId: works })
    expect([foreign.status, codeOf(foreign)]).toEqual([422, 'structure.unit_unknown'])
  })

  it('keep the unit from ending', async () => {
    const id = await anAddress({ unitId: store })
    const end = () => ours.admin.post(`/api/v1/company/units/${store}/end`)
    expect((await end()).body.meta).toMatchObject({
      code: 'structure.unit_in_use',
      details: { budgets: 0, addresses: 1 },
    })
    await ours.admin.delete(`${url}/${id}`)
    expect((await end()).status).toBe(200)
    const late = await ours.admin.post(url, { ...receipt, unitId: store })
    expect(codeOf(late)).toBe('structure.unit_unknown')
  })
})

describe('the default addresses', () => {
  it('are the nearest of each kind', async () => {
    expect(await defaultsOf(ours.buyer)).toEqual({})
    const ofCompany = await anAddress({ defaultShipTo: true, defaultBillTo: true })
    const ofWorks = await anAddress({ unitId: works, defaultShipTo: true, defaultBillTo: true })
    const ofStore = await anAddress({ unitId: store, defaultShipTo: true })
    await anAddress({ unitId: office, defaultBillTo: true })
    expect(await defaultsOf(ours.buyer)).toEqual({ shipTo: ofCompany, billTo: ofCompany })
    await move(ours.buyer, store)
    expect(await defaultsOf(ours.buyer)).toEqual({ shipTo: ofStore, billTo: ofWorks })
    const requester = await aRequester()
    await move(requester, works)
    expect(await defaultsOf(requester)).toEqual({ shipTo: ofWorks, billTo: ofWorks })
  })

  it('are for a chosen unit those that the caller sees, which lines can go to', async () => {
    const ofCompany = await anAddress({ defaultShipTo: true })
    const ofOffice = await anAddress({ unitId: office, defaultShipTo: true, defaultBillTo: true })
    const query = `?unitId=${office}`
    const ofAll = { shipTo: ofOffice, billTo: ofOffice }
    expect(await defaultsOf(ours.admin, query)).toEqual(ofAll)
    // May buy for the office, but belongs to another unit.
    await move(ours.buyer, works)
    expect(await defaultsOf(ours.buyer, query)).toEqual({ shipTo: ofCompany })
    const unitRoles = [{ unitId: office, role: 'buyer' }]
    await ours.admin.patch(`/api/v1/members/${await idOf(ours.buyer)}`, { unitRoles })
    expect(await defaultsOf(ours.buyer, query)).toEqual(ofAll)
  })

  it('are one of each kind for each unit, the last one set', async () => {
    const both = { defaultShipTo: true, defaultBillTo: true }
    const ofCompany = await anAddress(both)
    await Promise.all([1, 2, 3].map(() => anAddress({ unitId: store, ...both })))
    const last = await anAddress({ unitId: store, ...both })
    const listed = (await ours.admin.get(url)).body.data as { id: string; defaultShipTo: boolean }[]
    const defaults = listed.filter(({ defaultShipTo }) => defaultShipTo).map(({ id }) => id)
    expect(defaults).toEqual([last, ofCompany])
    const moved = await ours.admin.patch(`${url}/${ofCompany}`, { unitId: store })
    expect(moved.body.data.defaultShipTo).toBe(true)
    expect((await ours.admin.get(`${url}/${last}`)).body.data.defaultShipTo).toBe(false)
  })
})

const receipt = { label: 'Goods receipt', address: shipTo }

async function aUnit(name: string, parentId?: string): Promise<string> {
  const input = { name, kind: 'SITE', ...(parentId !== undefined && { parentId }) }
  return (await ours.admin.post('/api/v1/company/units', input)).body.data.id
}

async function anAddress(more: object): Promise<string> {
  const answer = await ours.admin.post(url, { ...receipt, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.data.id
}

async function seenBy(client: Client, query = ''): Promise<string[]> {
  return (await client.get(`${url}${query}`)).body.data.map(({ id }: { id: string }) => id)
}

async function defaultsOf(client: Client, query = '') {
  const { data } = (await client.get(`${url}/defaults${query}`)).body
  return Object.fromEntries(
    Object.entries(data as Record<string, { id: string }>).map(([kind, { id }]) => [kind, id]),
  )
}

async function idOf(member: Client): Promise<string> {
  return (await member.get('/auth/me')).body.data.id
}

async function move(member: Client, unitId: string): Promise<void> {
  const answer = await ours.admin.patch(`/api/v1/members/${await idOf(member)}`, { unitId })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

async function aRequester(): Promise<Client> {
  const { companyId } = ours
  const { database } = world.parts.platform
  const person = await aPerson(database, { companyId, role: 'requester' })
  const { accessToken } = await world.parts.modules.identity.signIn(person)
  return createClient(world.baseUrl, { bearer: accessToken })
}
