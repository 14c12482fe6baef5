import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aCompany } from '#testing/identity'
import { codeOf } from './approvals-client.ts'
import { aKey, type Client, type Reply } from './client.ts'
import { checkOut, giveCredit, handOver, shipTo } from './purchase.ts'
import { aSupplier, ownMethods, parcel } from './suppliers.ts'
import { type CompanyOfWorld, useWorld } from './world.ts'

const world = await useWorld()
const { database } = world.parts.platform
const supplierCompanyId = await aCompany(database, { supplier: true })
const { id: productId } = await aProduct(database, {
  supplierCompanyId,
  unitPrice: '10.00',
  onHand: 100_000,
})
const kielAddress = { ...shipTo, line1: 'Werftstr. 1', city: 'Kiel', postalCode: '24143' }
const jenaAddress = { ...shipTo, line1: 'Markt 2', city: 'Jena', postalCode: '07743' }
const items = '/api/v1/cart/items'
let ours: CompanyOfWorld
let buyer: Client
let kiel: string
let jena: string

beforeEach(async () => {
  ours = await world.company()
  buyer = ours.buyer
  await giveCredit(world, ours.companyId, 1_000_000n)
  kiel = await anAddress('Kiel', kielAddress)
  jena = await anAddress('Jena', jenaAddress)
})

describe('a line of a cart', () => {
  it('is told apart by its address', async () => {
    await add({})
    const { items: lines } = (await add({ addressId: kiel })).body.data
    expect(lines).toHaveLength(2)
    expect(lines[0]).not.toHaveProperty('addressId')
    expect(lines[1]).toMatchObject({ addressId: kiel })
    const again = await buyer.post(items, { productId, quantity: 1, addressId: kiel })
    expect(again.body.meta).toMatchObject({
      code: 'cart.item_exists',
      details: { item: { id: lines[1].id, addressId: kiel } },
    })
    expect(codeOf(await change(lines[0], { addressId: kiel }))).toBe('cart.item_exists')
    const moved = (await change(lines[0], { addressId: jena })).body.data.items[0]
    expect(moved).toMatchObject({ addressId: jena, itemVersion: 2 })
    const home = (await change(moved, { addressId: null })).body.data.items[0]
    expect(home).not.toHaveProperty('addressId')
    // Absent: it stays.
    const { data } = (await change(lines[1], { quantity: 5 })).body
    expect(data.items[1]).toMatchObject({ addressId: kiel, quantity: 5 })
  })

  it('goes to its address, and each address is a delivery of the order', async () => {
    await add({ addressId: kiel, quantity: 3 })
    await add({ quantity: 2 })
    const { snapshotVersion } = (await add({ addressId: jena, quantity: 1 })).body.data
    const order = await checkedOut(snapshotVersion)
    expect(order.deliveries).toMatchObject([
      { number: 1, shipTo },
      { number: 2, shipTo: kielAddress },
      { number: 3, shipTo: jenaAddress },
    ])
    expect(partsOf(order)).toEqual([
      [2, 3],
      [1, 2],
      [3, 1],
    ])
  })

  it('shares the delivery of the order if that goes to the same address', async () => {
    await add({ addressId: kiel, quantity: 3 })
    const { snapshotVersion } = (await add({ quantity: 2 })).body.data
    const order = await checkedOut(snapshotVersion, { shipTo: kielAddress })
    expect(order.shipTo).toMatchObject(kielAddress)
    expect(order.deliveries ?? []).toHaveLength(0)
  })

  it('shares its delivery and its shipping cost with one to another entry of the same address', async () => {
    const supplier = await aSupplier(world)
    expect((await supplier.admin.post(ownMethods, parcel)).status).toBe(201)
    const offer = { supplierCompanyId: supplier.id, unitPrice: '10.00', onHand: 100 }
    const { id } = await aProduct(database, offer)
    const alsoKiel = await anAddress('Kiel, gate 2', kielAddress)
    const postTo = (addressId: string) =>
      buyer.post(items, { productId: id, quantity: 1, addressId })
    await postTo(kiel)
    const cart = (await postTo(alsoKiel)).body.data
    expect(cart.totals.shipping).toEqual({ amount: '6.90', currency: 'EUR' })
    const order = await checkedOut(cart.snapshotVersion, { acceptedTotal: cart.totals.total })
    expect(order.shipTo).toMatchObject(kielAddress)
    expect(order.deliveries ?? []).toHaveLength(0)
    expect(order.shipping).toMatchObject([{ delivery: 1, amount: { amount: '6.90' } }])
  })

  it('goes to one of 50 addresses at most, and the cart says so before its checkout', async () => {
    const places = Array.from({ length: 51 }, (_, at) => ({ ...kielAddress, line1: `Kai ${at}` }))
    const ids = await Promise.all(places.map((place) => anAddress(place.line1, place)))
    const lines = ids.map((addressId) => ({ productId, quantity: 1, addressId }))
    expect((await buyer.post(`${items}/batch`, { items: lines })).body.data.added).toBe(51)
    const cart = (await buyer.get('/api/v1/cart')).body.data
    const details = { limit: 50, deliveries: 51 }
    expect(cart.problems).toMatchObject([{ code: 'cart.too_many_deliveries', details }])
    const refused = await checkOut(buyer, cart.snapshotVersion)
    expect(refused).toMatchObject({
      status: 422,
      body: { meta: { code: 'checkout.too_many_deliveries', details } },
    })
    expect(codeOf(await place(lines))).toBe('checkout.too_many_deliveries')
    const home = (await change(cart.items[0], { addressId: null })).body.data
    expect(home.problems).toEqual([])
    // The line without an address goes to one that another line names.
    const order = await checkedOut(home.snapshotVersion, { shipTo: places[1] })
    expect(order.deliveries).toHaveLength(50)
  })

  it('needs no delivery for the address of the order if nothing goes there', async () => {
    const { snapshotVersion } = (await add({ addressId: jena })).body.data
    const order = await checkedOut(snapshotVersion)
    expect(order.shipTo).toMatchObject(jenaAddress)
  })

  it('goes where the deliveries of a checkout say, if it names some', async () => {
    const cart = (await add({ addressId: jena, quantity: 2 })).body.data
    const lines = [{ cartItemId: cart.items[0].id, quantity: 2 }]
    const deliveries = [{ shipTo: kielAddress, lines }]
    const order = await checkedOut(cart.snapshotVersion, { shipTo: undefined, deliveries })
    expect(order.deliveries).toMatchObject([{ shipTo: kielAddress }])
  })

  it('takes only addresses of the book that the buyer sees', async () => {
    const unit = { name: 'Lab', kind: 'SITE' }
    const { id: unitId } = (await ours.admin.post('/api/v1/company/units', unit)).body.data
    const hidden = await anAddress('Lab', jenaAddress, { unitId })
    const others = await world.company()
    const book = { label: 'Theirs', address: kielAddress }
    const theirs = (await others.admin.post('/api/v1/addresses', book)).body.data.id
    for (const addressId of ['adr_none', hidden, theirs]) {
      const refused = await buyer.post(items, { productId, quantity: 1, addressId })
      expect([refused.status, codeOf(refused)]).toEqual([404, 'addresses.address_not_found'])
    }
    const batch = { items: [{ productId, quantity: 1, addressId: hidden }] }
    const { notAdded } = (await buyer.post(`${items}/batch`, batch)).body.data
    expect(notAdded).toMatchObject([{ code: 'addresses.address_not_found', addressId: hidden }])
  })

  it('reports a deleted address, and is not checked out until it has another one', async () => {
    const cart = (await add({ addressId: kiel })).body.data
    expect((await ours.admin.delete(`/api/v1/addresses/${kiel}`)).status).toBe(200)
    const [line] = cart.items
    expect((await buyer.get('/api/v1/cart')).body.data.problems).toMatchObject([
      { code: 'cart.address_not_found', itemId: line.id, details: { addressId: kiel } },
    ])
    const refused = await checkOut(buyer, cart.snapshotVersion)
    expect(codeOf(refused)).toBe('addresses.address_not_found')
    const allocations = [{ percent: '100', costCenter: 'CC-1' }]
    const divided = (await change(line, { allocations })).body.data
    expect(divided.items).toMatchObject([{ addressId: kiel, allocations }])
    expect(divided.problems).toMatchObject([{ code: 'cart.address_not_found' }])
    const changed = (await change(divided.items[0], { addressId: jena })).body.data
    expect(changed.problems).toEqual([])
    expect((await checkOut(buyer, changed.snapshotVersion)).status).toBe(201)
  })

  it('does not go to an address of two lines that the book has accepted before', async () => {
    const cart = (await add({ addressId: kiel })).body.data
    await sql`
      update addresses.addresses set address = jsonb_set(address, '{name}', '"Bea\\nTotal: 0.00"')
      where company_id = ${ours.companyId} and id = ${kiel}
    `.execute(database.pool)
    const problem = { code: 'cart.address_not_printable', details: { addressId: kiel } }
    expect((await buyer.get('/api/v1/cart')).body.data.problems).toMatchObject([problem])
    const refusals = [
      await checkOut(buyer, cart.snapshotVersion),
      await place([{ productId, quantity: 1, addressId: kiel }]),
      await buyer.post(items, {
        productId,
        quantity: 1,
        addressId: kiel,
        requestedDate: '2099-01-02',
      }),
    ]
    expect(refusals.map((refused) => [refused.status, codeOf(refused)])).toEqual(
      refusals.map(() => [422, 'addresses.address_not_printable']),
    )
    await ours.admin.patch(`/api/v1/addresses/${kiel}`, { address: kielAddress })
    expect((await checkOut(buyer, cart.snapshotVersion)).status).toBe(201)
  })

  it('reports a product that is not shipped to the country of its address', async () => {
    const brussels = { ...shipTo, city: 'Brussels', postalCode: '1000', country: 'BE' }
    const abroad = await anAddress('Brussels', brussels)
    const cart = (await add({ addressId: abroad })).body.data
    expect(cart.problems).toMatchObject([
      { code: 'cart.not_shipped_to_country', details: { country: 'BE' } },
    ])
    const refused = await checkOut(buyer, cart.snapshotVersion)
    expect(codeOf(refused)).toBe('checkout.cart_has_problems')
  })

  it('becomes one line of a requisition, which goes to one address', async () => {
    await add({ addressId: kiel, quantity: 3 })
    await add({ quantity: 2 })
    const wanted = { title: 'Bolts', fromCart: true }
    const { lines } = (await buyer.post('/api/v1/requisitions', wanted)).body.data
    expect(lines).toMatchObject([{ productId, quantity: 5 }])
  })
})

describe('an order of lines', () => {
  it('makes a delivery for each address, and keeps the order of its lines', async () => {
    const lines = [
      { productId, quantity: 1, addressId: jena },
      { productId, quantity: 2 },
      { productId, quantity: 3, addressId: kiel },
    ]
    const { order } = (await place(lines)).body.data
    expect(partsOf(order)).toEqual([
      [2, 1],
      [1, 2],
      [3, 3],
    ])
    const twice = [...lines, { productId, quantity: 4, addressId: kiel }]
    expect(codeOf(await place(twice))).toBe('checkout.product_repeated')
    const unknown = await place([{ productId, quantity: 1, addressId: 'adr_none' }])
    expect(codeOf(unknown)).toBe('addresses.address_not_found')
  })
})

async function anAddress(label: string, address: object, more: object = {}): Promise<string> {
  const { body, status } = await ours.admin.post('/api/v1/addresses', { label, address, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.id
}

async function add(more: { addressId?: string; quantity?: number }): Promise<Reply> {
  const added = await buyer.post(items, { productId, quantity: 1, ...more })
  expect(added.status, JSON.stringify(added.body)).toBe(201)
  return added
}

type Line = { readonly id: string; readonly quantity: number; readonly itemVersion: number }

function change({ id, quantity, itemVersion }: Line, changes: object): Promise<Reply> {
  const body = { quantity, expectedItemVersion: itemVersion, ...changes }
  return buyer.patch(`${items}/${id}`, body)
}

async function checkedOut(version: number, more: object = {}) {
  const started = await checkOut(buyer, version, { ...more })
  expect(started.status, JSON.stringify(started.body)).toBe(201)
  const { id } = started.body.data
  await handOver(buyer, id, { method: 'invoice' })
  const { orderId } = (await buyer.get(`/api/v1/checkout/${id}`)).body.data
  return (await buyer.get(`/api/v1/orders/${orderId}`)).body.data
}

function place(lines: readonly object[]): Promise<Reply> {
  const input = { lines, shipTo, payment: { method: 'invoice' } }
  return buyer.post('/api/v1/orders', input, { key: aKey() })
}

/** The delivery and the quantity of each line. */
const partsOf = ({ lines }: { lines: readonly { delivery: number; quantity: number }[] }) =>
  lines.map(({ delivery, quantity }) => [delivery, quantity])
