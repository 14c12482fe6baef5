import { expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { openDatabase, readMigrations, sql } from '../index.ts'
import { insertRow, type Row, withoutKeys } from './existing-rows.fixture.ts'

const all = await readMigrations()
const first = all.findIndex(({ name }) => name.startsWith('0251_'))
const before = () => freshDatabase({ migrations: all.slice(0, first) })

it('quantities become thousandths only when no process of a release before is connected', async () => {
  const database = await before()
  const older = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 5_000 })
  await sql`select 1`.execute(older.pool)
  await database.ping()
  await expect(database.migrate(all)).rejects.toThrow('Stop every process of it')
  await older.close()
  // A start asks whether the database answers, which must not keep its own migration from beginning.
  await database.ping()
  expect(await database.migrate(all)).toHaveLength(all.length - first)
  await database.close()
})

it('what the database holds becomes thousandths, and what is no quantity stays', async () => {
  const database = await before()
  const rows: [table: string, given: Row, after: Row][] = [
    [
      'products.products',
      { state: 'ACTIVE', currency: 'EUR', moq: 5, multiple: 5 },
      { moq: 5_000, multiple: 5_000 },
    ],
    ['products.stock', { on_hand: 9, reserved: 2 }, { on_hand: 9_000, reserved: 2_000 }],
    [
      'products.price_entries',
      { tier_quantities: [50, 10], tier_prices: [1, 2] },
      { tier_quantities: [50_000, 10_000], tier_prices: [1, 2] },
    ],
    [
      'orders.lines',
      { quantity: 7, shipped_quantity: 3, cancelled_quantity: 4, tax_category: null },
      { quantity: 7_000, shipped_quantity: 3_000, cancelled_quantity: 4_000, per_quantity: 1 },
    ],
    [
      'orders.shipment_lines',
      { quantity: 3, damaged_quantity: 1, missing_quantity: 2 },
      { quantity: 3_000, damaged_quantity: 1_000, missing_quantity: 2_000 },
    ],
    ['invoices.lines', { invoiced_quantity: 3 }, { invoiced_quantity: 3_000 }],
    [
      'quotas.quotas',
      { id: 'quo_1', covers: 'PRODUCT', measure: 'QUANTITY', policy: 'REFUSE', maximum: 8 },
      { id: 'quo_1', maximum: 8_000, held: 0 },
    ],
    ['quotas.call_offs', { quota_id: 'quo_1', amount: 3 }, { amount: 3_000, quantity: 1_000 }],
  ]
  const client = await withoutKeys(database)
  for (const [table, given] of rows) await insertRow(client, table, given)
  await database.migrate(all)
  for (const [table, , after] of rows) {
    const { rows: read } = await client.query(`select to_jsonb(t) as row from ${table} t`)
    expect(read, table).toMatchObject([{ row: after }])
  }
  await client.end()
  await database.close()
})
