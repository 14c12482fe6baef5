import { describe, expect, it } from 'vitest'
import { aProduct } from '#testing/catalog'
import { aPerson } from '#testing/identity'
import { type Client, createClient } from './client.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const ours = await world.company()
const lists = '/api/v1/lists'

const bolts = await aProduct(database)
const nuts = await aProduct(database)
const screws = await aProduct(database)

async function aColleague({ companyId }: CompanyOfWorld) {
  const { email, password, actor } = await aPerson(database, { companyId, role: 'buyer' })
  const { body } = await world.anybody.post('/auth/login', { email, password })
  return { id: actor.id, client: createClient(world.baseUrl, { bearer: body.data.accessToken }) }
}

const made = async (client: Client, more: object = {}) =>
  (await client.post(lists, { name: 'Workshop', visibility: 'PRIVATE', ...more })).body.data

const productsIn = ({ items }: { items: { productId: string }[] }) =>
  items.map(({ productId }) => productId)

describe('a shopping list', () => {
  it('begins with pasted part numbers, and says which mean no product', async () => {
    const text = `${bolts.mpn};3\nNO-SUCH-NUMBER-77;1\n${nuts.mpn};2\n${bolts.mpn};5`
    const { list, ...filled } = await made(ours.buyer, { text })
    expect(filled).toMatchObject({
      added: 2,
      notAdded: [{ productId: bolts.id, quantity: 5, code: 'shopping.item_exists' }],
      unmatched: [{ line: 2, status: 'unknown' }],
    })
    expect(list.items).toMatchObject([
      { productId: bolts.id, quantity: 3, unit: 'C62', position: 1, product: { mpn: bolts.mpn } },
      { productId: nuts.id, quantity: 2, position: 2 },
    ])
  })

  it('takes products, notes and places, and keeps its order', async () => {
    const items = [bolts, nuts, screws].map(({ id }, at) => ({ productId: id, quantity: at + 1 }))
    const { list } = await made(ours.buyer, { items })
    const last = `${lists}/${list.id}/items/${list.items[2].id}`
    const moved = await ours.buyer.patch(last, { position: 1, note: ' short ones ', quantity: 9 })
    expect(moved.body.data.items).toMatchObject([
      { productId: screws.id, quantity: 9, note: 'short ones', position: 1 },
      { productId: bolts.id, position: 2 },
      { productId: nuts.id, position: 3 },
    ])
    const removed = await ours.buyer.delete(`${lists}/${list.id}/items/${list.items[0].id}`)
    expect(removed.body.data.items).toMatchObject([
      { productId: screws.id, position: 1 },
      { productId: nuts.id, position: 2 },
    ])
    expect(
      (await ours.buyer.delete(`${lists}/${list.id}/items/${list.items[0].id}`)).body.meta.code,
    ).toBe('shopping.item_not_found')
    const stranger = { productId: 'prd_nobody', quantity: 1 }
    const more = await ours.buyer.post(`${lists}/${list.id}/items`, { items: [stranger] })
    expect(more.body.data).toMatchObject({
      added: 0,
      notAdded: [{ productId: 'prd_nobody', code: 'shopping.product_not_found' }],
    })
  })

  it('says the unit of each quantity, and none of a product that is no longer for sale', async () => {
    const { companyId, buyer } = await world.company()
    const cable = await aProduct(database, { unit: 'MTR', brand: 'Cableworks' })
    const items = [{ productId: cable.id, quantity: 2.5 }]
    const { list } = await made(buyer, { items })
    expect(list.items).toMatchObject([{ quantity: 2.5, unit: 'MTR' }])
    const without = { name: 'No cables', companyIds: [companyId] }
    const operator = await world.operator()
    await operator.post('/api/v1/assortments', { ...without, excluded: { brands: ['Cableworks'] } })
    const { data } = (await buyer.get(`${lists}/${list.id}`)).body
    expect(data.items).toMatchObject([{ quantity: 2.5, unit: null }])
    expect(data.items[0]).not.toHaveProperty('product')
  })

  it('is made from an order of the company', async () => {
    const { buyer } = await world.company()
    const version = await fillCart(buyer, [{ productId: bolts.id, quantity: 7 }])
    const { orderId } = await buyByCard(buyer, version)
    const { list } = await made(buyer, { orderId })
    expect(list.items).toMatchObject([{ productId: bolts.id, quantity: 7 }])
    expect(
      (await ours.buyer.post(`${lists}`, { name: 'x', visibility: 'PRIVATE', orderId })).body,
    ).toMatchObject({ meta: { code: 'orders.order_not_found' } })
  })

  it('numbers its items without gaps when several people add at once', async () => {
    const { list } = await made(ours.buyer)
    const adding = [bolts, nuts, screws, bolts, nuts, screws].map(({ id }) =>
      ours.buyer.post(`${lists}/${list.id}/items`, { items: [{ productId: id, quantity: 1 }] }),
    )
    const added = (await Promise.all(adding)).map(({ body }) => body.data.added)
    expect(added.filter((count) => count === 1)).toHaveLength(3)
    const { items } = (await ours.buyer.get(`${lists}/${list.id}`)).body.data
    expect(items.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3])
  })

  it('is put into the cart, as far as its products and items are still there', async () => {
    const gone = await aProduct(database)
    const { buyer } = await world.company()
    const items = [bolts, gone, nuts].map(({ id }) => ({ productId: id, quantity: 4 }))
    const { list } = await made(buyer, { items })
    const [first, second, third] = list.items.map(({ id }: { id: string }) => id)
    await buyer.delete(`${lists}/${list.id}/items/${third}`)
    await database.transaction((tx) =>
      world.parts.modules.products.changeProduct(tx, gone.id, { discontinued: true }),
    )
    const put = await buyer.post(`${lists}/${list.id}/cart`, { itemIds: [first, second, third] })
    expect(put.body.data).toMatchObject({
      added: 1,
      notAdded: [{ productId: gone.id, code: 'cart.product_discontinued' }],
      missingItemIds: [third],
      cart: { items: [{ product: { id: bolts.id }, quantity: 4 }] },
    })
    const again = await buyer.post(`${lists}/${list.id}/cart`, {})
    expect(again.body.data).toMatchObject({ added: 0, missingItemIds: [] })
    const { list: empty } = await made(buyer)
    expect((await buyer.post(`${lists}/${empty.id}/cart`, {})).body.meta.code).toBe(
      'shopping.nothing_to_order',
    )
  })

  it('is shared with a unit and those below it, or with the company', async () => {
    const company = await world.company()
    const { admin } = company
    const unit = async (name: string, parentId?: string) =>
      (await admin.post('/api/v1/company/units', { name, kind: 'SITE', parentId })).body.data.id
    const plant = await unit('Plant')
    const team = await unit('Team', plant)
    const other = await unit('Office')
    const [ownerOfList, below, elsewhere] = await Promise.all(
      [1, 2, 3].map(() => aColleague(company)),
    )
    for (const [person, unitId] of [
      [ownerOfList, plant],
      [below, team],
      [elsewhere, other],
    ] as const) {
      expect((await admin.patch(`/api/v1/members/${person?.id}`, { unitId })).status).toBe(200)
    }
    const owner = ownerOfList?.client as Client
    const { list } = await made(owner, {
      visibility: 'UNIT',
      items: [{ productId: bolts.id, quantity: 1 }],
    })
    expect(list).toMatchObject({ visibility: 'UNIT', unitId: plant })
    const one = `${lists}/${list.id}`
    expect((await below?.client.get(one))?.status).toBe(200)
    expect((await elsewhere?.client.get(one))?.body.meta.code).toBe('shopping.list_not_found')
    expect((await below?.client.get(lists))?.body.data).toMatchObject([
      { id: list.id, itemCount: 1 },
    ])
    expect((await elsewhere?.client.get(lists))?.body.data).toEqual([])
    expect((await below?.client.patch(one, { name: 'Mine' }))?.body.meta.code).toBe(
      'shopping.list_of_another',
    )
    const copy = await made(below?.client as Client, { listId: list.id })
    expect(productsIn(copy.list)).toEqual([bolts.id])
    expect((await admin.patch(one, { unitId: other })).body.data.unitId).toBe(other)
    expect((await below?.client.get(one))?.status).toBe(404)
    expect((await owner.patch(one, { unitId: team })).body.meta.code).toBe(
      'shopping.unit_of_others',
    )
    const wide = await owner.patch(one, { visibility: 'COMPANY' })
    expect(wide.body.data.unitId).toBeUndefined()
    expect((await company.integration.get(one)).status).toBe(200)
    expect((await owner.patch(one, { unitId: plant })).body.meta.code).toBe(
      'shopping.unit_not_expected',
    )
    expect(
      (await company.buyer.post(lists, { name: 'x', visibility: 'UNIT' })).body.meta.code,
    ).toBe('shopping.unit_required')
    expect((await ours.admin.get(one)).status).toBe(404)
    expect((await owner.delete(one)).status).toBe(200)
    expect((await owner.get(one)).status).toBe(404)
  })

  it('is not found in the lists of others while it is private, and names one source', async () => {
    const { list } = await made(ours.buyer)
    for (const other of [ours.admin, ours.approver, ours.integration]) {
      expect((await other.get(`${lists}/${list.id}`)).status).toBe(404)
      expect((await other.delete(`${lists}/${list.id}`)).status).not.toBe(200)
    }
    const both = { items: [{ productId: bolts.id, quantity: 1 }], text: 'x' }
    for (const source of [both, {}]) {
      expect((await ours.buyer.post(`${lists}/${list.id}/items`, source)).body.meta.code).toBe(
        'shopping.source_ambiguous',
      )
    }
    const copied = await ours.admin.post(lists, {
      name: 'x',
      visibility: 'PRIVATE',
      listId: list.id,
    })
    expect(copied.body.meta.code).toBe('shopping.list_not_found')
    const found = await ours.buyer.get(`${lists}?productId=${bolts.id}&sort=name`)
    expect(found.body.data.length).toBeGreaterThan(0)
  })
})
