import { describe, expect, it } from 'vitest'
import { aPerson } from '#testing/identity'
import { createClient } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const url = '/api/v1/addresses'
const place = {
  name: 'Goods receipt',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
}
const warehouse = { label: 'Warehouse', address: place }

describe('the address book', () => {
  it('holds addresses of the company, which all its people and keys read and change', async () => {
    const added = await ours.buyer.post(url, { ...warehouse, defaultShipTo: true })
    expect(added.status).toBe(201)
    const { id } = added.body.data
    const moved = await ours.integration.patch(`${url}/${id}`, {
      address: { ...place, city: 'Kiel' },
    })
    expect(moved.body.data).toMatchObject({
      label: 'Warehouse',
      address: { city: 'Kiel', line1: 'Hafenstr. 7' },
      defaultShipTo: true,
      defaultBillTo: false,
    })
    expect((await ours.approver.get(`${url}/${id}`)).body.data).toEqual(moved.body.data)
    expect((await ours.admin.delete(`${url}/${id}`)).status).toBe(200)
    expect((await ours.buyer.get(`${url}/${id}`)).body.meta.code).toBe(
      'addresses.address_not_found',
    )
  })

  it('has one default of each kind, the last one set', async () => {
    const { buyer } = await world.company()
    const add = async (label: string) => {
      const both = { defaultShipTo: true, defaultBillTo: true }
      return (await buyer.post(url, { ...warehouse, label, ...both })).body.data.id
    }
    await Promise.all(['a', 'b', 'c'].map(add))
    const last = await add('last')
    const listed = (await buyer.get(url)).body.data
    const defaults = listed.filter((one: { defaultShipTo: boolean }) => one.defaultShipTo)
    expect(defaults).toMatchObject([{ id: last, defaultBillTo: true }])
    const other = listed.find(({ id }: { id: string }) => id !== last).id
    await buyer.patch(`${url}/${other}`, { defaultBillTo: true })
    expect((await buyer.get(`${url}/${last}`)).body.data).toMatchObject({
      defaultShipTo: true,
      defaultBillTo: false,
    })
  })

  it('belongs to one company', async () => {
    const { id } = (await ours.buyer.post(url, warehouse)).body.data
    const { buyer: stranger } = await world.company()
    for (const answer of [
      await stranger.get(`${url}/${id}`),
      await stranger.patch(`${url}/${id}`, { label: 'Mine' }),
      await stranger.delete(`${url}/${id}`),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { meta: { code: 'addresses.address_not_found' } },
      })
    }
    expect((await stranger.get(url)).body.data).toEqual([])
  })

  it('is paged, the newest first, and holds at most 500 addresses', async () => {
    const { buyer } = await world.company()
    for (let row = 0; row < 10; row += 1) {
      await Promise.all(
        Array.from({ length: 50 }, (_, at) => buyer.post(url, { ...warehouse, label: `${at}` })),
      )
    }
    const over = await buyer.post(url, warehouse)
    expect(over.body.meta.code).toBe('addresses.addresses_limit_reached')
    const first = (await buyer.get(`${url}?limit=100`)).body
    const second = (await buyer.get(`${url}?limit=100&cursor=${first.meta.nextCursor}`)).body
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(new Set(ids).size).toBe(200)
  })

  it.each([
    ['an unknown country', { address: { ...place, country: 'XX' } }, 'addresses.country_unknown'],
    ['no label', { label: ' ' }, undefined],
    ['a name of two lines', { address: { ...place, name: 'Gate\n2' } }, 'platform.request_invalid'],
    [
      'a street of two lines',
      { address: { ...place, line1: 'A\u2028B' } },
      'platform.request_invalid',
    ],
    ['a blank city', { address: { ...place, city: ' ' } }, 'platform.request_invalid'],
    [
      'a phone of two lines',
      { address: { ...place, phone: '1\r\n2' } },
      'platform.request_invalid',
    ],
    ['more than an address', { address: { ...place, id: 'adr_1' } }, undefined],
  ])('refuses %s', async (_, wrong, code) => {
    const { status, body } = await ours.buyer.post(url, { ...warehouse, ...wrong })
    expect(status).toBe(400)
    if (code !== undefined) expect(body.meta.code).toBe(code)
  })

  it('removes the name of an erased person and keeps the place', async () => {
    const { database } = world.parts.platform
    const { companyId } = ours
    const person = await aPerson(database, { companyId })
    const { email, password } = person
    const signIn = await world.anybody.post('/auth/login', { email, password })
    const client = createClient(world.baseUrl, { bearer: signIn.body.data.accessToken })
    const personal = { ...place, name: 'Bea Buyer', phone: '+49 40 1', email }
    const { id } = (await client.post(url, { ...warehouse, address: personal })).body.data
    const erased = await ours.admin.post(`/api/v1/members/${person.actor.id}/erase`)
    expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300)
    const { address } = (await ours.buyer.get(`${url}/${id}`)).body.data
    expect(address).toEqual({ ...place, name: 'Erased person' })
  })
})
