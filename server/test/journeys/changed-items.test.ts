import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { readAround } from './changed-items.ts'
import { buyByCard, fillCart } from './purchase.ts'
import { aSupplier } from './suppliers.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
const supplier = await aSupplier(world)
const operator = await world.operator()

describe('a program reads what has changed of', () => {
  it('the orders that a company supplies, also with their filters, and of no other supplier', async () => {
    const [kept, cancelled] = [await anOrder(), await anOrder()]
    const suppliedList = {
      client: supplier.admin,
      url: '/api/v1/supplier/orders',
      table: 'orders.supplied',
      rows: sql`supplier_company_id = ${supplier.id}`,
    }
    const { whole, changed } = await readAround(world, suppliedList, () =>
      ours.buyer.post(`/api/v1/orders/${cancelled}/cancel`, {}),
    )
    expect(idsOf(whole).toSorted()).toEqual([kept, cancelled].toSorted())
    expect(changed).toMatchObject([
      { id: cancelled, state: 'CANCELLED', lineCount: 1, subtotal: eur('20.00') },
    ])
    const { body } = await supplier.admin.get('/api/v1/supplier/orders')
    expect(changed).toEqual([body.data.find(({ id }: { id: string }) => id === cancelled)])

    const filtered = async (query: string) =>
      idsOf(
        (await readAround(world, { ...suppliedList, url: `${suppliedList.url}?${query}` }, nothing))
          .whole,
      )
    expect(await filtered('unanswered=true')).toEqual([kept])
    expect(await filtered('state=CANCELLED')).toEqual([cancelled])
    expect(await filtered(`q=${encodeURIComponent(String(changed[0]?.number))}`)).toEqual([
      cancelled,
    ])

    const other = await aSupplier(world)
    const { body: theirs } = await other.admin.get('/api/v1/supplier/orders?sort=updatedAt')
    expect(theirs.data).toEqual([])
  })

  it('returns', async () => {
    const orderId = await anOrder()
    const path = `/api/v1/orders/${orderId}`
    const { body: shipped } = await operator.post(`${path}/shipments`, {})
    await ours.buyer.post(`${path}/deliveries`, { shipmentId: shipped.data.shipments[0].id })
    const ids: string[] = []
    for (const reason of ['DAMAGED', 'NOT_NEEDED']) {
      const lines = [{ lineNumber: 1, quantity: 1, reason }]
      const { body } = await ours.buyer.post(`${path}/returns`, { lines })
      ids.push(body.data.returns.at(-1).id)
    }
    const returnList = {
      client: ours.integration,
      url: '/api/v1/returns',
      table: 'orders.returns',
      rows: sql`company_id = ${ours.companyId}`,
    }
    const { whole, changed } = await readAround(world, returnList, () =>
      operator.post(`${path}/returns/${ids[0]}/receive`),
    )
    expect(idsOf(whole).toSorted()).toEqual(ids.toSorted())
    expect(changed).toMatchObject([{ id: ids[0], state: 'RECEIVED', orderId }])
  })
})

async function anOrder(): Promise<string> {
  const { database } = world.parts.platform
  const { id: productId } = await aProduct(database, {
    supplierCompanyId: supplier.id,
    unitPrice: '10.00',
  })
  const version = await fillCart(ours.buyer, [{ productId, quantity: 2 }])
  return (await buyByCard(ours.buyer, version)).orderId
}

const idsOf = (items: readonly Readonly<Record<string, unknown>>[]) => items.map(({ id }) => id)

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const nothing = () => Promise.resolve()
