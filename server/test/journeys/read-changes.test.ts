import { expect, it } from 'vitest'
import { sql, type Tx } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { aKey } from './client.ts'
import { type CsvRow, readCsv } from './csv-file.ts'
import { checkOut, fillCart, giveCredit, handOver } from './purchase.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()
await giveCredit(world, ours.companyId)

it('a program reads orders.csv once, and then only the orders that changed', async () => {
  const [kept, cancelled] = [await anOrder(), await anOrder()]
  await writtenAt(sql`clock_timestamp() - interval '10 minutes'`, [kept, cancelled])

  const known = new Map<string, CsvRow>()
  const whole = await read('?sort=updatedAt')
  store(known, whole.rows)
  expect([...known.keys()].toSorted()).toEqual([kept, cancelled].toSorted())

  expect((await ours.buyer.post(`/api/v1/orders/${cancelled}/cancel`, {})).status).toBe(200)
  const placed = await anOrder()
  // Changes of the last minute come with a later reading.
  const soon = await read(`?updatedAfter=${whole.through}`)
  expect(soon.rows).toEqual([])
  await writtenAt(sql`${whole.through}::timestamptz + interval '1 millisecond'`, [
    cancelled,
    placed,
  ])

  const changes = await read(`?updatedAfter=${whole.through}`)
  expect(changes.rows.map(({ id }) => id).toSorted()).toEqual([cancelled, placed].toSorted())
  store(known, changes.rows)
  expect([kept, cancelled, placed].map((id) => known.get(id)?.state)).toEqual([
    'PLACED',
    'CANCELLED',
    'PLACED',
  ])
  const all = await read('')
  expect(all.through).toBeNull()
  expect([...known.values()].toSorted(byId)).toEqual(all.rows.toSorted(byId))

  const nothing = await read(`?updatedAfter=${changes.through}`)
  expect(nothing.rows).toEqual([])
  expect(Date.parse(String(nothing.through))).toBeGreaterThanOrEqual(
    Date.parse(String(changes.through)),
  )
})

const byId = (one: CsvRow, other: CsvRow) => String(one.id).localeCompare(String(other.id))

function store(known: Map<string, CsvRow>, rows: readonly CsvRow[]): void {
  for (const row of rows) known.set(String(row.id), row)
}

const read = (query: string) => readCsv(world, ours.buyer, `/api/v1/orders.csv${query}`)

async function anOrder(): Promise<string> {
  const { id: productId } = await aProduct(world.parts.platform.database)
  const version = await fillCart(ours.buyer, [{ productId, quantity: 1 }])
  const started = await checkOut(ours.buyer, version)
  const handed = await handOver(ours.buyer, started.body.data.id, {
    key: aKey(),
    method: 'invoice',
  })
  expect(handed.body.data.checkout.state).toBe('COMPLETED')
  return handed.body.data.checkout.orderId
}

/** The database writes the time of a change. A test that must not wait a minute moves it. */
async function writtenAt(time: ReturnType<typeof sql>, ids: readonly string[]): Promise<void> {
  await world.parts.platform.database.transaction(async (tx) => {
    await stamping(tx, 'disable')
    await sql`
      update orders.orders set written_at = ${time}
      where company_id = ${ours.companyId} and id = any(${[...ids]}::text[])
    `.execute(tx)
    await stamping(tx, 'enable')
  })
}

const stamping = (tx: Tx, state: 'enable' | 'disable') =>
  sql`/* across companies: the trigger belongs to the table */
    alter table orders.orders ${sql.raw(state)} trigger orders_written`.execute(tx)
