import { expect, it } from 'vitest'
import { freePort, useDatabaseUrl } from '#harness'
import { openDatabase, sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { aKey, createClient } from '../journeys/client.ts'
import { placeOnCredit } from './crash-client.ts'
import { createRunner } from './crash-runner.ts'
import { grantCredit } from './credit-account.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const folder = await useFolder()
const port = await freePort()

/** In the transaction of the order, after its commit, and after the commit of a cancellation. */
const points = [
  'checkout.order_recorded',
  'checkout.settled',
  'orders.cancellation.committed',
] as const

it.each(points)(
  'a process that is killed at %s counts the order and its cancellation once',
  async (point) => {
    const supplierCompanyId = await aCompany(database, { supplier: true })
    const seller = await aPerson(database, { companyId: supplierCompanyId, role: 'company_admin' })
    const product = await aProduct(database, { onHand: 5, unitPrice: '20.00', supplierCompanyId })
    const companyId = await aCompany(database)
    const buyer = await aPerson(database, { companyId })
    await grantCredit(database, companyId)
    const env = { APP_ENV: 'test', DOCUMENT_DB_URL: databaseUrl, LOG_LEVEL: 'error' }
    const runner = createRunner(point, { port, dataDir: folder, env })
    try {
      const { baseUrl } = await runner.start()
      const signIn = async ({ email, password }: APerson) => {
        const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
        return createClient(baseUrl, { bearer: body.data.accessToken })
      }
      const [buying, selling] = [await signIn(buyer), await signIn(seller)]
      const made = await selling.post('/api/v1/contracts', {
        buyerCompanyId: companyId,
        reference: point,
        state: 'ACTIVE',
        orderDiscounts: { currency: 'EUR', tiers: [{ from: '1000.00', percent: '1' }] },
      })
      const path = `/api/v1/contracts/${made.body.data.id}/quotas`
      const quota = { productId: product.id, measure: 'QUANTITY', maximum: '3' }
      expect((await selling.put(path, { quotas: [quota] })).status).toBe(200)

      const id = await placeOnCredit(runner, buying, product.id, 3)
      expect(await sumsOf(companyId)).toEqual([{ held: 0, called_off: 3, kept: 3 }])
      const key = aKey()
      const lines = [{ lineNumber: 1, quantity: 2 }]
      await runner.repeat(() => buying.post(`/api/v1/orders/${id}/cancel`, { lines }, { key }))
      expect(runner.hasDied(), `${point} was passed by`).toBe(true)
      expect(await sumsOf(companyId)).toEqual([{ held: 0, called_off: 1, kept: 1 }])
    } finally {
      await runner.stop()
    }
  },
  400_000,
)

async function sumsOf(companyId: string) {
  const { rows } = await sql`
    select q.held / 1000 as held, q.called_off / 1000 as called_off, (select sum(c.kept)::int / 1000 from quotas.call_offs c
      where c.company_id = q.company_id and c.quota_id = q.id) as kept
    from quotas.quotas q where q.company_id = ${companyId}
  `.execute(database.pool)
  return rows
}
