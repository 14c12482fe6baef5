import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { useReceiver } from '#testing/webhooks'
import { codeOf } from './approvals-client.ts'
import { type Client, createClient } from './client.ts'
import { checkOut, shipTo } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const { id: bolt } = await aProduct(database, { unitPrice: '5.00', onHand: 500 })
let ours: CompanyOfWorld
let cartId: string
let colleagueId: string
let url: string

beforeEach(async () => {
  ours = await world.company()
  await ours.buyer.get('/api/v1/cart')
  cartId = (await ours.buyer.post('/api/v1/carts', { name: 'Workshop' })).body.data.id
  url = `/api/v1/carts/${cartId}`
  colleagueId = await idOf(ours.approver)
})

describe('a shared cart', () => {
  it('is read by a colleague, who changes its lines with the right to edit', async () => {
    await ours.buyer.post(`${url}/items`, { productId: bolt, quantity: 2 })
    expect(codeOf(await ours.approver.get(url))).toBe('cart.not_found')
    const shared = await share('READ')
    expect(shared.body.data).toMatchObject({
      cartId,
      shares: [{ memberId: colleagueId, right: 'READ' }],
    })
    const { data: seen } = (await ours.approver.get(url)).body
    expect(seen).toMatchObject({ id: cartId, items: [{ quantity: 2 }] })
    const [item] = seen.items
    const change = { quantity: 3, expectedItemVersion: item.itemVersion }
    expect(codeOf(await ours.approver.patch(`${url}/items/${item.id}`, change))).toBe(
      'cart.read_only',
    )
    await share('EDIT')
    const changed = await ours.approver.patch(`${url}/items/${item.id}`, change)
    expect(changed.body.data).toMatchObject({ id: cartId, items: [{ quantity: 3 }] })
    // The owner has seen an older version.
    const late = await ours.buyer.patch(`${url}/items/${item.id}`, change)
    expect(codeOf(late)).toBe('cart.version_conflict')
    const { id: nut } = await aProduct(database, { onHand: 5 })
    const batch = { items: [{ productId: nut, quantity: 1 }] }
    expect((await ours.approver.post(`${url}/items/batch`, batch)).status).toBe(200)
    expect((await ours.buyer.get(url)).body.data.items).toHaveLength(2)
  })

  it('is listed for both, and active for its owner alone', async () => {
    await share('EDIT')
    await ours.buyer.post(`${url}/activate`)
    const listed = async (client: Client, query = '') =>
      (await client.get(`/api/v1/carts${query}`)).body.data
    const ownerId = await idOf(ours.buyer)
    expect((await listed(ours.buyer))[0]).toMatchObject({ id: cartId, active: true, right: 'OWN' })
    expect(await listed(ours.approver)).toMatchObject([
      { id: cartId, active: false, right: 'EDIT', ownerId },
    ])
    expect(await listed(ours.approver, '?active=true')).toEqual([])
    const { data: own } = (await ours.approver.get('/api/v1/cart')).body
    expect(own.id).not.toBe(cartId)
  })

  it('is named, activated, ordered, handed over, shared and deleted by its owner alone', async () => {
    await share('EDIT')
    const { snapshotVersion: expectedSnapshotVersion } = (await ours.approver.get(url)).body.data
    const expected = { expectedSnapshotVersion }
    const adminId = await idOf(ours.admin)
    const attempts = [
      ours.approver.patch(url, { name: 'Mine', ...expected }),
      ours.approver.post(`${url}/activate`),
      ours.approver.post(`${url}/hand-over`, { userId: colleagueId, ...expected }),
      ours.approver.put(`${url}/shares/${adminId}`, { right: 'READ' }),
      ours.approver.get(`${url}/shares`),
      ours.approver.delete(`${url}/shares/${adminId}`),
      ours.approver.delete(url, expected),
    ]
    const refused = await Promise.all(attempts)
    expect(refused.map(codeOf)).toEqual(attempts.map(() => 'cart.not_owner'))
    const bought = await checkOut(ours.approver, expectedSnapshotVersion, { cartId })
    expect(codeOf(bought)).toBe('cart.not_found')
  })

  it('has lines to addresses that its owner sees, whoever changes them', async () => {
    const unitOf = async (client: Client, name: string) => {
      const unit = { name, kind: 'SITE' }
      const { id: unitId } = (await ours.admin.post('/api/v1/company/units', unit)).body.data
      await ours.admin.patch(`/api/v1/members/${await idOf(client)}`, { unitId })
      const book = { label: name, address: shipTo, unitId }
      return (await ours.admin.post('/api/v1/addresses', book)).body.data.id
    }
    const ofOwner = await unitOf(ours.buyer, 'Works')
    const ofColleague = await unitOf(ours.approver, 'Lab')
    await share('EDIT')
    const change = async (client: Client, changes: object) => {
      const [{ id, itemVersion, quantity }] = (await client.get(url)).body.data.items
      const body = { quantity, expectedItemVersion: itemVersion, ...changes }
      return client.patch(`${url}/items/${id}`, body)
    }
    await ours.buyer.post(`${url}/items`, { productId: bolt, quantity: 2, addressId: ofOwner })
    // The colleague does not see the address, and leaves it.
    for (const kept of [{}, { addressId: ofOwner }]) {
      const changed = await change(ours.approver, { requestedDate: '2099-01-02', ...kept })
      expect(changed.body.data.items).toMatchObject([
        { addressId: ofOwner, requestedDate: '2099-01-02' },
      ])
    }
    const refused = await change(ours.approver, { addressId: ofColleague })
    expect(codeOf(refused)).toBe('addresses.address_not_found')
    const more = { productId: bolt, quantity: 1, addressId: ofColleague }
    expect(codeOf(await ours.approver.post(`${url}/items`, more))).toBe(
      'addresses.address_not_found',
    )
    const batch = (await ours.approver.post(`${url}/items/batch`, { items: [more] })).body.data
    expect(batch.notAdded).toMatchObject([{ code: 'addresses.address_not_found' }])
    await change(ours.approver, { addressId: null })
    const again = await change(ours.approver, { addressId: ofOwner })
    expect(again.body.data).toMatchObject({ items: [{ addressId: ofOwner }], problems: [] })
    const { snapshotVersion } = again.body.data
    expect((await checkOut(ours.buyer, snapshotVersion, { cartId })).status).toBe(201)
  })

  it('ends with the share, with a hand-over, and when the colleague leaves it or is erased', async () => {
    await share('EDIT')
    await ours.buyer.delete(`${url}/shares/${colleagueId}`)
    expect(codeOf(await ours.approver.get(url))).toBe('cart.not_found')
    expect((await ours.buyer.delete(`${url}/shares/${colleagueId}`)).status).toBe(200)

    await share('EDIT')
    expect((await ours.approver.delete(`${url}/shares/${colleagueId}`)).status).toBe(200)
    expect((await ours.buyer.get(`${url}/shares`)).body.data.shares).toEqual([])

    const { email, password, actor } = await aPerson(database, {
      companyId: ours.companyId,
      role: 'buyer',
    })
    const { body } = await world.anybody.post('/auth/login', { email, password })
    const leaver = createClient(world.baseUrl, { bearer: body.data.accessToken })
    await ours.buyer.put(`${url}/shares/${actor.id}`, { right: 'READ' })
    expect((await leaver.get(url)).status).toBe(200)
    await ours.admin.post(`/api/v1/members/${actor.id}/erase`, {})
    expect((await ours.buyer.get(`${url}/shares`)).body.data.shares).toEqual([])

    const colleague = await aPerson(database, { companyId: ours.companyId, role: 'buyer' })
    await ours.buyer.put(`${url}/shares/${colleague.actor.id}`, { right: 'READ' })
    const removed = await ours.admin.delete(`/api/v1/members/${colleague.actor.id}`)
    expect(removed.status, JSON.stringify(removed.body)).toBe(200)
    const { rows } = await sql`
      select from cart.shares where company_id = ${ours.companyId} and member_id = ${colleague.actor.id}
    `.execute(database.pool)
    expect(rows).toEqual([])

    await share('EDIT')
    const { snapshotVersion } = (await ours.buyer.get(url)).body.data
    const userId = await idOf(ours.admin)
    const handOver = { userId, expectedSnapshotVersion: snapshotVersion }
    expect((await ours.buyer.post(`${url}/hand-over`, handOver)).status).toBe(200)
    expect(codeOf(await ours.approver.get(url))).toBe('cart.not_found')
    expect((await ours.admin.get(`${url}/shares`)).body.data.shares).toEqual([])
  })

  it('notifies webhooks when it is shared and when the right changes, and of nothing else', async () => {
    const receiver = await useReceiver()
    const wanted = { name: 'ERP', url: receiver.url, events: ['cart.*'] }
    expect((await ours.integration.post('/api/v1/webhooks', wanted)).status).toBe(200)
    for (const right of ['READ', 'READ', 'EDIT'] as const) await share(right)
    await ours.buyer.delete(`${url}/shares/${colleagueId}`)
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2)
    const ownerId = await idOf(ours.buyer)
    const said = receiver.received.map(({ body }) => JSON.parse(body))
    expect(said).toMatchObject(
      ['READ', 'EDIT'].map((right) => ({
        type: 'cart.shared',
        data: { cartId, ownerId, memberId: colleagueId, right },
      })),
    )
  })

  it('stays within the company', async () => {
    const other = await world.company()
    const strangerId = await idOf(other.buyer)
    const refused = await ours.buyer.put(`${url}/shares/${strangerId}`, { right: 'READ' })
    expect(codeOf(refused)).toBe('cart.receiver_not_found')
    const own = await ours.buyer.put(`${url}/shares/${await idOf(ours.buyer)}`, { right: 'READ' })
    expect(codeOf(own)).toBe('cart.receiver_not_found')
    await share('EDIT')
    for (const path of ['', '/shares']) {
      expect(codeOf(await other.buyer.get(`${url}${path}`))).toBe('cart.not_found')
    }
  })

  it('lets simultaneous shares with one colleague end in one of the rights', async () => {
    const rights = ['READ', 'EDIT', 'READ', 'EDIT'] as const
    const answers = await Promise.all(rights.map(share))
    expect(answers.map(({ status }) => status)).toEqual(rights.map(() => 200))
    const { shares } = (await ours.buyer.get(`${url}/shares`)).body.data
    expect(shares).toHaveLength(1)
    expect(rights).toContain(shares[0].right)
  })
})

const share = (right: 'READ' | 'EDIT') => ours.buyer.put(`${url}/shares/${colleagueId}`, { right })

async function idOf(client: Client): Promise<string> {
  return (await client.get('/auth/me')).body.data.id
}
