import pg from 'pg'
import { expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { readMigrations } from '../index.ts'
import { insertRow, withoutKeys } from './existing-rows.fixture.ts'

const all = await readMigrations()

it('approval requests that may be submitted again know whether their order is of a requisition', async () => {
  const { database, client, migrate } = await beforeMigration('0301_')
  const given: [orderId: string, state: string, decidedAt: string | null][] = [
    ['a_of_line', 'PENDING', null],
    ['b_returned', 'RETURNED', '2026-01-02'],
    ['c_of_cart', 'PENDING', null],
    ['d_decided', 'APPROVED', '2026-01-02'],
  ]
  for (const [id, state, decided_at] of given) {
    const content = { content_hash: 'a'.repeat(64), currency: 'EUR', steps: '[{}]', step: 0 }
    await insertRow(client, 'approvals.requests', {
      id,
      order_id: id,
      ...content,
      state,
      decided_at,
    })
  }
  for (const order_id of ['a_of_line', 'd_decided']) {
    await insertRow(client, 'requisitions.lines', { id: order_id, order_id })
  }
  await insertRow(client, 'requisitions.history', { order_id: 'b_returned' })
  await migrate()
  const { rows } = await client.query('select of_requisition from approvals.requests order by id')
  expect(rows.map(({ of_requisition }) => of_requisition)).toEqual([true, true, false, false])
  await client.end()
  await database.close()
})

it('a quota of a category by quantity gets the unit of most of its call-offs', async () => {
  const { database, client, migrate } = await beforeMigration('0302_')
  const category = { covers: 'CATEGORY', measure: 'QUANTITY', policy: 'REFUSE', maximum: 8 }
  const quotas = [
    { ...category, id: 'a_in_metres', covered_id: 'a' },
    { ...category, id: 'b_unused', covered_id: 'b' },
    { ...category, id: 'c_by_value', covered_id: 'c', measure: 'VALUE' },
    { ...category, id: 'd_of_product', covered_id: 'd', covers: 'PRODUCT' },
  ]
  for (const quota of quotas) await insertRow(client, 'quotas.quotas', quota)
  const product = { state: 'ACTIVE', currency: 'EUR' }
  await insertRow(client, 'products.products', { ...product, id: 'rope', sku: 'rope', unit: 'MTR' })
  await insertRow(client, 'products.products', { ...product, id: 'knot', sku: 'knot', unit: 'C62' })
  const calledOff = ['rope', 'knot', 'rope']
  for (const [at, product_id] of calledOff.entries()) {
    const callOff = { quota_id: 'a_in_metres', product_id, line_number: at }
    await insertRow(client, 'quotas.call_offs', callOff)
  }
  await migrate()
  const { rows } = await client.query('select unit from quotas.quotas order by id')
  expect(rows.map(({ unit }) => unit)).toEqual(['MTR', 'C62', null, null])
  await client.end()
  await database.close()
})

it('orders are copied for their suppliers in batches, which can be stopped and fail no change of an order', async () => {
  const { database, client, migrate } = await beforeMigration('0421_')
  const state = { state: 'PLACED', payment_state: 'UNPAID', currency: 'EUR' }
  const order = { ...state, company_id: 'buyer', id: '1000', number: '1000' }
  await insertRow(client, 'orders.orders', { ...order, supplier_ids: ['seller'] })
  await client.query(
    `insert into orders.orders
     select (jsonb_populate_record(o, jsonb_build_object('id', n::text, 'number', n::text))).*
     from orders.orders o, generate_series(1001, 2000) n`,
  )
  const copied = async () => {
    const { rows } = await client.query('select count(*)::integer as count from orders.supplied')
    return rows[0].count
  }
  const stopWaiting = async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%orders.supplied%'`,
    )
    return rowCount
  }
  const change = (id: string) =>
    buyer.query("update orders.orders set state = 'CONFIRMED' where id = $1", [id])

  const buyer = new pg.Client({ connectionString: database.url, application_name: 'test' })
  await buyer.connect()
  await buyer.query('begin')
  await change('1500')
  const stopped = expect(migrate()).rejects.toThrow('0421_orders_supplied_older')
  await expect.poll(copied).toBe(999)
  await change('1000')
  await expect.poll(stopWaiting).toBe(1)
  await stopped
  await buyer.query('rollback')
  await migrate()
  expect(await copied()).toBe(1001)
  await buyer.end()
  await client.end()
  await database.close()
})

it('people who left a company before are known by the audit log, their invitations and their sessions', async () => {
  const { database, client, migrate } = await beforeMigration('0451_')
  for (const [id, erased_at] of Object.entries({
    ada: null,
    bea: null,
    eve: null,
    ida: null,
    ora: '2026-01-02',
  })) {
    const user = { id, email: `${id}@example.com`, state: 'ACTIVE', erased_at }
    await insertRow(client, 'identity.users', user)
  }
  const company = { id: 'co_1', currency: 'EUR', country: 'DE' }
  await insertRow(client, 'identity.companies', company)
  const of = { company_id: 'co_1' }
  const removed = { ...of, action: 'identity.member_removed', outcome: 'done' }
  for (const target_id of ['ada', 'eve', 'ora']) {
    await insertRow(client, 'platform.audit_entries', { ...removed, id: target_id, target_id })
  }
  const accepted = { state: 'ACCEPTED', accepted_by: 'bea', closed_at: '2026-01-02' }
  await insertRow(client, 'identity.invitations', { ...of, roles: ['buyer'], ...accepted })
  await insertRow(client, 'identity.sessions', { ...of, methods: ['password'], user_id: 'ida' })
  // Removed, and invited again.
  await insertRow(client, 'identity.memberships', { ...of, user_id: 'eve', roles: ['buyer'] })
  await migrate()
  const { rows } = await client.query(
    'select company_id, user_id from identity.past_memberships order by user_id',
  )
  expect(rows).toEqual(['ada', 'bea', 'ida'].map((user_id) => ({ ...of, user_id })))
  await client.end()
  await database.close()
})

it('a standing order knows who gave its address, and an ended one no longer names an erased person', async () => {
  const { database, client, migrate } = await beforeMigration('0454_')
  const user = { id: 'ada', email: 'ada@example.com', state: 'DISABLED', erased_at: '2026-01-02' }
  await insertRow(client, 'identity.users', user)
  const company = { id: 'x', currency: 'EUR', country: 'DE' }
  await insertRow(client, 'identity.companies', company)
  const terms = { name: 'Coffee', unit: 'WEEK', currency: 'EUR', owner_id: 'bea' }
  const ship_to = JSON.stringify({ name: 'Ada', city: 'Hamburg', phone: '1' })
  const given: [id: string, state: string][] = [
    ['a_ended', 'ENDED'],
    ['b_passed_on', 'ACTIVE'],
    ['c_moved', 'ACTIVE'],
  ]
  const entry = { company_id: 'x', outcome: 'done', actor_kind: 'person' }
  for (const [id, state] of given) {
    await insertRow(client, 'standing.orders', { ...terms, id, state, ship_to })
    const made = { ...entry, id: `1_${id}`, target_id: id, actor_id: 'ada' }
    await insertRow(client, 'platform.audit_entries', { ...made, action: 'standing.order_created' })
  }
  const changed = { ...entry, action: 'standing.order_changed', target_id: 'c_moved' }
  await insertRow(client, 'platform.audit_entries', {
    ...changed,
    id: '2_moved',
    actor_id: 'bea',
    details: { fields: ['name', 'shipTo'] },
  })
  await migrate()
  const { rows } = await client.query(
    `select ship_to_by, ship_to ->> 'name' as name, ship_to ? 'phone' as has_phone from standing.orders order by id`,
  )
  expect(rows).toEqual([
    { ship_to_by: 'ada', name: 'Erased person', has_phone: false },
    { ship_to_by: 'ada', name: 'Ada', has_phone: true },
    { ship_to_by: null, name: 'Ada', has_phone: true },
  ])
  await client.end()
  await database.close()
})

/** A database without this migration and those after it. */
async function beforeMigration(prefix: string) {
  const at = all.findIndex(({ name }) => name.startsWith(prefix))
  const database = await freshDatabase({ migrations: all.slice(0, at) })
  const client = await withoutKeys(database)
  return { database, client, migrate: () => database.migrate(all) }
}
