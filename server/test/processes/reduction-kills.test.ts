import { expect, it } from 'vitest'
import { freePort, useDatabaseUrl } from '#harness'
import { openDatabase } from '#platform/db'
import { aProduct, stockOf } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { createClient } from '../journeys/client.ts'
import { placeOnCredit } from './crash-client.ts'
import { createRunner } from './crash-runner.ts'
import { grantCredit, usedCreditOf } from './credit-account.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 4, statementTimeoutMs: 10_000 }),
)
const folder = await useFolder()
const port = await freePort()

/** In the transaction of the reduction, and after its commit. */
const points = ['orders.reduction.written', 'orders.reduction.committed'] as const

it.each(points)(
  'a process that is killed at %s reduces the order once',
  async (point) => {
    const product = await aProduct(database, { onHand: 5, unitPrice: '20.00' })
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
      const [buying, approving] = [await signIn(buyer), await signIn(approver)]
      const steps = [{ mode: 'ANY', role: 'approver', mayReduce: true }]
      await buying.post('/api/v1/approval-rules', { name: 'All', steps })
      await placeOnCredit(runner, buying, product.id, 4)
      const [request] = (await approving.get('/api/v1/approvals')).body.data
      const path = `/api/v1/approvals/${request.id}`
      const lines = [{ lineNumber: 1, quantity: 1 }]
      const body = { contentHash: request.contentHash, lines, reason: 'One will do.' }
      await expect(approving.post(`${path}/reduce`, body)).rejects.toThrow()

      // The person looks again, and repeats what was not done: the hash says whether it was.
      const read = async () => (await runner.repeat(() => approving.get(path))).body.data
      const isDone = (await read()).contentHash !== request.contentHash
      expect(isDone).toBe(point === 'orders.reduction.committed')
      const again = await approving.post(`${path}/reduce`, body)
      expect(again.status).toBe(isDone ? 409 : 200)
      const { contentHash, total, version } = await read()
      expect([total.amount, version]).toEqual(['20.00', 2])
      expect(runner.hasDied(), `${point} was passed by`).toBe(true)
      expect(await stockOf(database, product.id)).toMatchObject({ on_hand: 4, committed: 1 })
      expect(await usedCreditOf(database, companyId)).toBe(2_000)
      await runner.repeat(() => approving.post(`${path}/approve`, { contentHash }))
      expect((await read()).state).toBe('APPROVED')
    } finally {
      await runner.stop()
    }
  },
  400_000,
)
