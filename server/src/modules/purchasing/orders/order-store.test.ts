import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Id, newId } from '#kernel/id'
import { money } from '#kernel/money'
import { sql } from '#platform/db'
import { aCompany } from '#testing/identity'
import { findOrder, findOwner, listLines } from './order-store.ts'

const placedAt = new Date('2026-01-02T03:04:05.678Z')
const database = await useDatabase()
const supplierId = await aCompany(database, { supplier: true })
const companyId = await aCompany(database)
const other = await aCompany(database)
const orderId = await insert(companyId, 'Copper cable')

it('an order is found by its company, with its lines and its timeline', async () => {
  const found = await findOrder(database.pool, companyId, orderId)

  expect(found?.order.companyId).toBe(companyId)
  expect(found?.lines.map(({ name }) => name)).toEqual(['Copper cable'])
  expect(found?.timeline.map(({ details }) => details)).toEqual([{ name: 'Copper cable' }])
})

it('neither the order nor its lines are found by another company, not even by the supplier', async () => {
  for (const stranger of [other, supplierId]) {
    expect(await findOrder(database.pool, stranger, orderId)).toBeUndefined()
    const total = money(100n, 'EUR')
    const order = { companyId: stranger, id: orderId, total }
    expect(await listLines(database.pool, order)).toEqual([])
  }
})

it('its owner is its company, and an unknown order has none', async () => {
  expect(await findOwner(database.pool, orderId)).toBe(companyId)
  expect(await findOwner(database.pool, newId('ord', placedAt))).toBeUndefined()
})

async function insert(buyerId: string, name: string): Promise<Id<'ord'>> {
  const orderId = newId('ord', placedAt)
  await sql`
    with placed as (
      insert into orders.orders (company_id, id, placed_by, state, payment_state, version, currency, total_minor,
        ship_to, placed_at, updated_at)
      values (${buyerId}, ${orderId}, 'usr_1', 'PLACED', 'UNPAID', 1, 'EUR', 100, '{}', ${placedAt}, ${placedAt})
      returning company_id, id
    ), line as (
      insert into orders.lines (company_id, order_id, line_number, product_id, supplier_company_id, sku, mpn, name,
        brand, quantity, unit_price, total_minor)
      select company_id, id, 1, 'prd_1', ${supplierId}, 'A-1', 'M-1', ${name}, 'Boltworks', 1, 1, 100 from placed
    )
    insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
    select company_id, id, 1, 'placed', null, ${JSON.stringify({ name })}::jsonb, ${placedAt} from placed
  `.execute(database.pool)
  return orderId
}
