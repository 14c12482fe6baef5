import { expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql, type Tx } from '#platform/db'
import { aCompany } from '#testing/identity'
import { orderStepsData } from './personal-data-store.ts'

const database = await useDatabase()
const [buyer, supplier, stranger] = [
  await aCompany(database),
  await aCompany(database, { supplier: true }),
  await aCompany(database),
]
const ordersMade = 3000

it('the export of a person reads the steps of that person, and not the orders of the company', async () => {
  await sql`
    with placed as (
      insert into orders.orders (company_id, id, placed_by, state, payment_state, version, currency, total_minor, ship_to, placed_at,
        updated_at)
      select ${buyer}, 'ord_' || lpad(n::text, 9, '0'), 'usr_robot', 'PLACED', 'UNPAID', 1, 'EUR', 100, '{}', now(), now()
      from generate_series(1, ${ordersMade}::int) n
      returning company_id, id
    ), lines as (
      insert into orders.lines (company_id, order_id, line_number, product_id, supplier_company_id, sku, mpn, name, brand, quantity,
        unit_price, total_minor)
      select company_id, id, 1, 'prd_1', ${supplier}, 'A-1', 'M-1', 'Bolt', 'Boltworks', 1, 1, 100 from placed
    )
    insert into orders.timeline (company_id, order_id, version, kind, actor_id, details, happened_at)
    select company_id, id, version, 'NOTED', case when id like '%00' then 'usr_person' else 'usr_robot' end,
      jsonb_build_object('version', version), now()
    from placed cross join unnest(array[1, 2]) as version
  `.execute(database.pool)
  await sql`/* across companies: statistics */ analyze orders.orders, orders.lines, orders.timeline`.execute(
    database.pool,
  )

  expect(await stepsIn(buyer)).toHaveLength(ordersMade / 50)
  expect(await stepsIn(supplier)).toEqual(await stepsIn(buyer))
  expect(await stepsIn(stranger)).toEqual([])
  // The robot's are more than a page.
  const ofRobot = await stepsIn(buyer, 'usr_robot')
  expect(new Set(ofRobot).size).toBe(ordersMade * 2 - ordersMade / 50)

  const read = await database.transaction(async (tx) => {
    const before = await rowsRead(tx)
    await stepsIn(supplier, 'usr_person', tx)
    return (await rowsRead(tx)) - before
  })
  expect(read).toBeLessThan(ordersMade / 10)
})

async function stepsIn(companyId: string, userId = 'usr_person', conn: Tx | undefined = undefined) {
  const person = { userId, email: 'person@example.com', companyIds: [companyId] }
  const pages = orderStepsData.collect(conn ?? database.pool, person)
  const steps: string[] = []
  if (!(Symbol.asyncIterator in pages)) throw new Error('the steps come page by page')
  for await (const page of pages) steps.push(...page.map((step) => JSON.stringify(step)))
  return steps
}

/** Of this connection, as far as they were not handed on yet. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where schemaname = 'orders'
  `.execute(tx)
  return rows[0]?.rows ?? 0
}
