import { expect, it } from 'vitest'
import { freePort, useDatabaseUrl } from '#harness'
import { openDatabase, sql } from '#platform/db'
import { aProduct, stockOf } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { createClient } from '../journeys/client.ts'
import { shipTo } from '../journeys/purchase.ts'
import { createRunner } from './crash-runner.ts'
import { grantCredit } from './credit-account.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const folder = await useFolder()
const port = await freePort()
const url = '/api/v1/standing-orders'

/** Before the order, after its commit, and when the worker is about to let go. */
const points = ['standing.dates_planned', 'checkout.settled', 'standing.date_tried'] as const

it.each(points)(
  'a worker that is killed at %s leaves one order of the date',
  async (point) => {
    const product = await aProduct(database, { onHand: 5, unitPrice: '20.00' })
    const companyId = await aCompany(database)
    const { email, password } = await aPerson(database, { companyId })
    await grantCredit(database, companyId)
    const env = { APP_ENV: 'test', DOCUMENT_DB_URL: databaseUrl, LOG_LEVEL: 'error' }
    const runner = createRunner(point, { port, dataDir: folder, env })
    try {
      const { baseUrl } = await runner.start()
      const login = await createClient(baseUrl).post('/auth/login', { email, password })
      const client = createClient(baseUrl, { bearer: login.body.data.accessToken })
      const { body } = await client.post(url, {
        name: 'Cables',
        lines: [{ productId: product.id, quantity: 1 }],
        schedule: { every: 1, unit: 'MONTH', on: 6, from: '2031-01-06' },
        shipTo,
        maxTotal: { amount: '100.00', currency: 'EUR' },
        payment: { method: 'invoice' },
      })
      const { id } = body.data
      await makeDue(companyId, id)
      await expect
        .poll(
          async () => {
            const runs = await runner.repeat(() => client.get(`${url}/${id}/runs`))
            // The lease of the dead worker ends.
            if (runner.hasDied()) await endLease(companyId, id)
            return runs.body.data.map(({ state }: { state: string }) => state)
          },
          { timeout: 120_000, interval: 500 },
        )
        .toEqual(['PLACED'])
      await expect.poll(() => nextLookOf(companyId, id), { timeout: 60_000 }).toBe(2031)

      expect(runner.hasDied(), `${point} was passed by`).toBe(true)
      expect(await stockOf(database, product.id)).toEqual({ on_hand: 4, reserved: 0, committed: 1 })
      const { rows } = await sql<{ orders: number; events: number }>`
        select (select count(*)::int from orders.orders where company_id = ${companyId}) as orders,
          (select count(*)::int from platform.events where company_id = ${companyId} and type = 'standing_order.placed') as events
      `.execute(database.pool)
      expect(rows).toEqual([{ orders: 1, events: 1 }])
    } finally {
      await runner.stop()
    }
  },
  400_000,
)

/** Yesterday becomes a date, and each day is a working day. */
async function makeDue(companyId: string, id: string): Promise<void> {
  await sql`
    insert into calendar.calendars (company_id, working_days, changed_at)
    values (${companyId}, ${['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']}, now())
  `.execute(database.pool)
  await sql`
    update standing.orders set next_date = current_date - 1, available_at = now(), lease_token = null, lease_until = null
    where company_id = ${companyId} and id = ${id}
  `.execute(database.pool)
}

async function endLease(companyId: string, id: string): Promise<void> {
  await sql`
    update standing.orders set available_at = now(), lease_token = null, lease_until = null
    where company_id = ${companyId} and id = ${id} and lease_until is not null
  `.execute(database.pool)
}

async function nextLookOf(companyId: string, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ year: number }>`
    select extract(year from available_at)::int as year from standing.orders
    where company_id = ${companyId} and id = ${id} and lease_token is null
  `.execute(database.pool)
  return rows[0]?.year
}
