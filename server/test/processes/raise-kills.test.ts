import { expect, it } from 'vitest'
import { freePort, useDatabaseUrl } from '#harness'
import { openDatabase } from '#platform/db'
import { aProduct, stockOf } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { createClient } from '../journeys/client.ts'
import { acceptRequest, placeOnCredit } from './crash-client.ts'
import { createRunner } from './crash-runner.ts'
import { grantCredit, usedCreditOf } from './credit-account.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const folder = await useFolder()
const port = await freePort()

/** In the transaction of the last approval, and after its commit. */
const points = ['orders.raise.bound', 'approvals.agreed'] as const

it.each(points)(
  'a process that is killed at %s raises the order once',
  async (point) => {
    const supplierCompanyId = await aCompany(database, { supplier: true })
    const seller = await aPerson(database, { companyId: supplierCompanyId })
    const product = await aProduct(database, { onHand: 5, unitPrice: '20.00', supplierCompanyId })
    const companyId = await aCompany(database)
    const buyer = await aPerson(database, { companyId, role: 'company_admin' })
    const approver = await aPerson(database, { companyId, role: 'approver' })
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
      const approving = await signIn(approver)
      const id = await placeOnCredit(runner, buying, product.id, 3)
      const steps = [{ mode: 'ANY', role: 'approver' }]
      await buying.post('/api/v1/approval-rules', { name: 'All', steps })
      const waiting = await acceptRequest(runner, { buying, selling }, id, 4)
      expect(waiting.body.data.lines).toHaveLength(1)
      const [{ id: approvalId, contentHash }] = (await approving.get('/api/v1/approvals')).body.data
      const path = `/api/v1/approvals/${approvalId}`
      await expect(approving.post(`${path}/approve`, { contentHash })).rejects.toThrow()

      const read = async () => (await runner.repeat(() => approving.get(path))).body.data
      const isDone = (await read()).state === 'APPROVED'
      expect(isDone).toBe(point === 'approvals.agreed')
      const again = await approving.post(`${path}/approve`, { contentHash })
      expect(again.status).toBe(isDone ? 409 : 200)
      expect((await read()).state).toBe('APPROVED')
      expect(runner.hasDied(), `${point} was passed by`).toBe(true)
      expect(await stockOf(database, product.id)).toMatchObject({ reserved: 0, committed: 4 })
      const { lines, total } = (await buying.get(`/api/v1/orders/${id}`)).body.data
      expect(lines[1]).toMatchObject({ quantity: 1, followsLine: 1 })
      expect(await usedCreditOf(database, companyId)).toBe(Math.round(Number(total.amount) * 100))
    } finally {
      await runner.stop()
    }
  },
  400_000,
)
