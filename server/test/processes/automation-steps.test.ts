import { expect, it } from 'vitest'
import { freePort, useDatabaseUrl } from '#harness'
import { openDatabase, sql } from '#platform/db'
import type { CrashPoint } from '#platform/faults'
import { aProduct } from '#testing/catalog'
import { closeAtEnd } from '#testing/close-at-end'
import { useSandbox } from '#testing/hosts/sandbox'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { useFolder } from '#testing/tools/folder'
import { useReceiver } from '#testing/webhooks'
import { startService } from '../harness/service-process.ts'
import { aKey, type Client, createClient } from '../journeys/client.ts'
import { shipTo } from '../journeys/purchase.ts'

const databaseUrl = await useDatabaseUrl()
const database = closeAtEnd(
  openDatabase({ url: databaseUrl, poolMax: 2, statementTimeoutMs: 10_000 }),
)
const folder = await useFolder()
const sandbox = await useSandbox({ dataDir: folder })
const receiver = await useReceiver()
const port = await freePort()

it('a run whose process is killed between its steps has each effect and trace entry once', async () => {
  /**
   * One run of one automation, in one life of a process after the other: each is killed at the next of these places.
   */
  const deaths: readonly CrashPoint[] = [
    'automations.runs_claimed',
    'automations.run_begun',
    // The mail is written, and not committed.
    'automations.step_written',
    'automations.call_answered',
    // The call is written down, and the cart not begun.
    'automations.step_done',
    // The cart is filled, and not committed.
    'automations.step_written',
    'automations.run_settled',
  ]

  const [first, ...others] = deaths
  const companyId = await aCompany(database)
  const admin = await aPerson(database, { companyId, role: 'company_admin' })
  const operator = await aPerson(database, {
    companyId: await aCompany(database),
    role: 'operator',
  })
  const ordered = await aProduct(database, { onHand: 5, unitPrice: '10.00' })

  const life = await aLife('healthy', first)
  const client = await signIn(life.baseUrl, admin)
  const terms = { limit: { amount: '1000.00', currency: 'EUR' }, netDays: 30 }
  const url = `/admin/companies/${companyId}/credit-accounts/EUR`
  expect((await (await signIn(life.baseUrl, operator)).put(url, terms)).status).toBe(200)
  const created = await client.post('/api/v1/automations', anAutomation(receiver.url))
  expect(created.status, JSON.stringify(created.body)).toBe(201)
  const lines = [{ productId: ordered.id, quantity: 2 }]
  const order = { lines, shipTo, payment: { method: 'invoice' } }
  // The answer may be lost: the process is ended by what the order leads to.
  await client.post('/api/v1/orders', order, { key: aKey() }).catch(() => undefined)
  expect(await life.ended, life.output()).toBe('SIGKILL')

  for (const point of others) {
    await endLeases()
    const next = await aLife('spawned', point)
    expect(await next.ended, `${point}: ${next.output()}`).toBe('SIGKILL')
  }

  await endLeases()
  const last = await aLife('healthy')
  const reader = await signIn(last.baseUrl, admin)
  const [run] = (await reader.get(`/api/v1/automations/${created.body.data.id}/runs`)).body.data
  const { data } = (await reader.get(`/api/v1/automations/runs/${run.id}`)).body
  expect(data).toMatchObject({ state: 'SUCCEEDED', trace: [{ value: true }] })
  expect(data.steps.map(({ stepId }: { stepId: number }) => stepId)).toEqual([1, 2, 3, 4])
  // The receiver is called again where its answer was not written down, and knows it by the same id.
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([`${run.id}:2`]),
  )
  const cart = (await reader.get('/api/v1/cart')).body.data
  expect(cart.items).toMatchObject([{ product: { id: ordered.id }, quantity: 2 }])
  const { timeline } = (await reader.get(`/api/v1/orders/${await theOrder(reader)}`)).body.data
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'HELD')).toHaveLength(1)
  await expect.poll(() => mailsTo(admin), { timeout: 60_000, interval: 100 }).toBe(1)
  expect(await effectsOf(run.id)).toEqual({ events: 1, actions: 2, notices: 1 })
  await last.kill()
}, 600_000)

const anAutomation = (receiverUrl: string) => ({
  name: 'What is done once',
  trigger: { event: 'order.created' },
  condition: 'decimal(data.total.amount) > decimal("1")',
  actions: [
    { type: 'notify', subject: 'An order', message: 'Look at it.' },
    { type: 'call_url', url: receiverUrl },
    { type: 'add_to_cart' },
    { type: 'hold_order', reason: 'To be looked at.' },
  ],
  state: 'ACTIVE',
})

/** The next life need not wait a minute for what the one before has taken with it, and does not set the run aside. */
async function endLeases(): Promise<void> {
  await sql`
    /* across companies: all that a dead process held */
    update automations.runs set lease_until = now(), attempts = 1, deaths = 0 where state = 'LEASED'
  `.execute(database.pool)
  await sql`
    /* across companies: all that a dead process held */
    update platform.jobs set lease_until = now() where state = 'LEASED'
  `.execute(database.pool)
}

async function signIn(baseUrl: string, { email, password }: APerson): Promise<Client> {
  const { body } = await createClient(baseUrl).post('/auth/login', { email, password })
  return createClient(baseUrl, { bearer: body.data.accessToken })
}

async function theOrder(client: Client): Promise<string> {
  return (await client.get('/api/v1/orders')).body.data[0].id
}

type Mail = { readonly id: string; readonly subject: string }

/** Counts by Message-ID: a mail that was sent twice because its sender was killed counts once. */
async function mailsTo({ email }: APerson): Promise<number> {
  const url = `${sandbox.url}/mailbox/messages?to=${encodeURIComponent(email)}`
  const { messages } = (await (await fetch(url)).json()) as { messages: Mail[] }
  const sent = messages.filter(({ subject }) => subject === 'An order')
  return new Set(sent.map(({ id }) => id)).size
}

async function effectsOf(runId: string) {
  const { rows } = await sql`
    /* across companies: one run */
    select
      (select count(*) from platform.events where entity_id = ${runId} and type = 'automation.run.succeeded') as events,
      (select count(*) from platform.audit_entries
        where target_id = ${runId} and action = 'automations.action_done') as actions,
      (select count(*) from automations.notices where run_id = ${runId}) as notices
  `.execute(database.pool)
  return rows[0]
}

/** `until`: whoever only dies need not be well first. */
function aLife(until: 'spawned' | 'healthy', crashAt?: CrashPoint) {
  return startService({
    port,
    dataDir: folder,
    until,
    env: {
      APP_ENV: 'test',
      DOCUMENT_DB_URL: databaseUrl,
      MAIL_SMTP_URL: sandbox.smtpUrl,
      MAIL_FROM: 'Purveyor <no-reply@purveyor.example>',
      PAYMENTS_SANDBOX_BASE_URL: sandbox.url,
      PAYMENTS_SANDBOX_API_KEY: 'a key of the payment provider',
      PAYMENTS_SANDBOX_EVENT_SECRET: 'a secret of the provider',
      LOG_LEVEL: 'error',
      ...(until === 'spawned' ? { PURVEYOR_ROLES: 'worker' } : {}),
      ...(crashAt ? { PURVEYOR_CRASH_AT: crashAt } : {}),
    },
  })
}
