import { expect, it } from 'vitest'
import { freePort, useDatabaseUrl } from '#harness'
import { openDatabase, sql } from '#platform/db'
import { aProduct, stockOf } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { createClient } from '../journeys/client.ts'
import { placeOnCredit } from './crash-client.ts'
import { createRunner } from './crash-runner.ts'
import { grantCredit } from './credit-account.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const folder = await useFolder()
const port = await freePort()

/** In the transaction that serves a line, and after its commit. */
const points = ['orders.backorder.taken', 'orders.backorder.served'] as const

it.each(points)(
  'a process that is killed at %s serves each line once',
  async (point) => {
    const product = await aProduct(database, {
      onHand: 0,
      unitPrice: '20.00',
      backorder: { leadTimeDays: 5, maxQuantity: undefined },
    })
    const companyId = await aCompany(database)
    const { email, password } = await aPerson(database, { companyId, role: 'company_admin' })
    await grantCredit(database, companyId)
    const env = { APP_ENV: 'test', DOCUMENT_DB_URL: databaseUrl, LOG_LEVEL: 'error' }
    const runner = createRunner(point, { port, dataDir: folder, env })
    try {
      const { baseUrl } = await runner.start()
      const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
      const buying = createClient(baseUrl, { bearer: body.data.accessToken })
      await placeOnCredit(runner, buying, product.id, 4)
      await placeOnCredit(runner, buying, product.id, 3)
      await sql`update products.stock set on_hand = 6000 where product_id = ${product.id}`.execute(
        database.pool,
      )
      const waiting = async () => {
        const orders = (await runner.repeat(() => buying.get('/api/v1/orders'))).body.data
        const ids = orders.map(({ id }: { readonly id: string }) => id).sort()
        const found: number[] = []
        for (const id of ids) {
          const { data } = (await runner.repeat(() => buying.get(`/api/v1/orders/${id}`))).body
          found.push(data.lines[0].waitingQuantity ?? 0)
        }
        return found
      }
      await expect.poll(waiting, { timeout: 120_000 }).toEqual([0, 1])
      expect(runner.hasDied(), `${point} was passed by`).toBe(true)
      expect(await stockOf(database, product.id)).toMatchObject({ on_hand: 0, committed: 6 })
      const { rows } = await sql<{ served: number }>`
        select count(*) as served from orders.timeline
        where company_id = ${companyId} and kind = 'BACKORDER_SERVED'
      `.execute(database.pool)
      expect(rows[0]?.served).toBe(2)
    } finally {
      await runner.stop()
    }
  },
  400_000,
)
