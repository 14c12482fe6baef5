import { describe, expect, it } from 'vitest'
import type { Id } from '#kernel/id'
import { hashPassword, registerPerson } from '#modules/identity'
import { recordAudit } from '#platform/audit'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { anExternalOffer } from '#testing/external-offer'
import { aCompany } from '#testing/identity'
import { aKey, type Client, createClient } from './client.ts'
import { tablesWith } from './dump.ts'
import { buyByCard, checkOut, fillCart } from './purchase.ts'
import { useWorld } from './world.ts'

const password = 'a long sentence nobody else would say'
const world = await useWorld()
const ours = await world.company()
const operator = await world.operator()
let born = 0

describe('an export of personal data', () => {
  it('is made by a worker, announced by mail, and downloaded once', async () => {
    const { client, word, email, userId } = await aCanary()
    await aCart(client)

    const asked = await client.post('/auth/privacy/export')
    expect(asked.status, JSON.stringify(asked.body)).toBe(202)
    const { id } = asked.body.data
    expect((await client.post('/auth/privacy/export')).body.data.id).toBe(id)
    await untilReady(client, id)

    const first = await client.post(`/auth/privacy/exports/${id}/link`)
    const second = await client.post(`/auth/privacy/exports/${id}/link`)
    expect((await fetch(first.body.data.url)).status).toBe(404)
    expect((await fetch(second.body.data.url, { method: 'HEAD' })).status).toBe(405)
    const file = await fetch(second.body.data.url)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    const { person, data } = JSON.parse(await file.text())
    expect(person).toBe(userId)
    expect(data.identity.account).toMatchObject({ email, name: `Carla ${word}` })
    expect(data.carts).toMatchObject([{ items: [{ quantity: 1 }] }])
    expect(JSON.stringify(data)).not.toMatch(/argon2|hash|sealed/)

    expect((await fetch(second.body.data.url)).status).toBe(404)
    expect((await client.get(`/auth/privacy/exports/${id}`)).body.data.state).toBe('TAKEN')
    const mailbox = createClient(world.sandboxUrl)
    const read = async () =>
      JSON.stringify(await mailbox.get(`/mailbox/messages?to=${encodeURIComponent(email)}`))
    await expect.poll(read).toContain('Your data is ready')
    expect(await read()).not.toContain('downloads/')
  })

  it('can be downloaded table by table, each once, before the whole', async () => {
    const { client, email } = await aCanary()
    await aCart(client)
    const { id } = (await client.post('/auth/privacy/export')).body.data
    await untilReady(client, id)
    const link = (await client.post(`/auth/privacy/exports/${id}/link`)).body.data
    expect(link.tables).toEqual(
      expect.arrayContaining([
        { name: 'carts', rows: 1 },
        { name: 'orders', rows: 0 },
        { name: 'identity.account', rows: 1 },
        { name: 'identity.sessions', rows: 1 },
      ]),
    )
    const table = (name: string) => fetch(`${link.url}?format=csv&table=${name}`)

    const account = await table('identity.account')
    expect(account.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(account.headers.get('content-disposition')).toContain('my-data.identity.account.csv')
    const [columns = '', row = '', ...rest] = (await account.text()).split('\r\n')
    expect(rest).toEqual([''])
    expect(row.split(',')[columns.split(',').indexOf('"email"')]).toBe(`"${email}"`)
    expect((await table('identity.account')).status).toBe(404)

    const unknown = await table('passwords')
    expect(unknown.status).toBe(404)
    expect(await unknown.json()).toMatchObject({
      meta: {
        code: 'identity.privacy_export_table_unknown',
        details: { known: expect.arrayContaining(['carts', 'activity']) },
      },
    })
    expect((await (await table('carts')).text()).split('\r\n')).toHaveLength(3)
    expect((await fetch(link.url)).status).toBe(200)
    expect((await table('orders')).status).toBe(404)
  })

  it('is complete at any size, and leaves nothing behind', async () => {
    const { client, userId } = await aCanary()
    const { pool } = world.parts.platform.database
    await sql`
      insert into platform.audit_entries
        (company_id, id, occurred_at, actor_kind, actor_id, action, target_type, target_id, outcome, details)
      select ${ours.companyId}, 'aud_' || lpad(n::text, 26, '0'), now(), 'person', ${userId}, 'tests.done',
             'thing', '=thing ' || n, 'done', '{}'
      from generate_series(1, 12345) n
    `.execute(pool)
    const { id } = (await client.post('/auth/privacy/export')).body.data
    await untilReady(client, id)
    const { url } = (await client.post(`/auth/privacy/exports/${id}/link`)).body.data

    const csv = (await (await fetch(`${url}?format=csv&table=activity`)).text()).split('\r\n')
    expect(csv.filter((line) => line.includes('tests.done'))).toHaveLength(12_345)
    expect(csv.find((line) => line.includes('tests.done'))).toContain(`"'=thing `)
    const { data } = JSON.parse(await (await fetch(url)).text())
    const things = new Set(data.activity.map(({ target }: { target: string }) => target))
    expect([...things].filter((target) => String(target).startsWith('=thing'))).toHaveLength(12_345)
    const { rows } = await sql`
      select part from identity.privacy_export_parts
      where company_id = ${ours.companyId} and export_id = ${id}
    `.execute(pool)
    expect(rows).toEqual([])
  })

  it('breaks off when a part is missing, so that nobody takes it for the whole', async () => {
    const { client } = await aCanary()
    await aCart(client)
    const { id } = (await client.post('/auth/privacy/export')).body.data
    await untilReady(client, id)
    const { url } = (await client.post(`/auth/privacy/exports/${id}/link`)).body.data
    await sql`
      delete from identity.privacy_export_parts
      where company_id = ${ours.companyId} and export_id = ${id} and section = 'carts'
    `.execute(world.parts.platform.database.pool)

    expect(await isReadToItsEnd(`${url}?format=csv&table=identity.account`)).toBe(true)
    expect(await isReadToItsEnd(`${url}?format=csv&table=carts`)).toBe(false)
    expect(await isReadToItsEnd(url)).toBe(false)
  })

  it('belongs to its person alone', async () => {
    const one = await aCanary()
    const other = await aCanary()
    const { id } = (await one.client.post('/auth/privacy/export')).body.data

    expect((await other.client.get(`/auth/privacy/exports/${id}`)).status).toBe(404)
    expect((await other.client.post(`/auth/privacy/exports/${id}/link`)).status).toBe(404)
    expect((await ours.admin.get(`/auth/privacy/exports/${id}`)).status).toBe(404)
    expect((await fetch(`${world.baseUrl}/auth/privacy/downloads/guess`)).status).toBe(404)
  })

  it('requires a step-up, and expires after a day', async () => {
    const { client, userId } = await aCanary()
    const { id } = (await client.post('/auth/privacy/export')).body.data
    await expect
      .poll(async () => (await client.get(`/auth/privacy/exports/${id}`)).body.data.state, {
        timeout: 60_000,
      })
      .toBe('READY')
    const { url } = (await client.post(`/auth/privacy/exports/${id}/link`)).body.data
    const { pool } = world.parts.platform.database
    await sql`
      update identity.privacy_exports set expires_at = now() - interval '1 second'
      where company_id = ${ours.companyId} and id = ${id}
    `.execute(pool)
    expect((await fetch(url)).status).toBe(404)
    await world.parts.modules.privacy.expireExports()
    expect((await client.get(`/auth/privacy/exports/${id}`)).body.data.state).toBe('EXPIRED')

    await sql`
      update identity.sessions set authenticated_at = now() - interval '6 minutes'
      where company_id = ${ours.companyId} and user_id = ${userId}
    `.execute(pool)
    world.parts.modules.identity.forgetCredentials()
    const late = await client.post('/auth/privacy/export')
    expect([late.status, late.body.meta.code]).toEqual([403, 'identity.step_up_required'])
  })
})

describe('erasing a person', () => {
  it('leaves no trace but in the orders, which the law requires', async () => {
    const { client, word, userId, email } = await aCanary()
    const { pool } = world.parts.platform.database
    const shipTo = addressOf(word)
    const dropped = await checkOut(client, await aCart(client), { shipTo, note: `for ${word}` })
    expect(dropped.status, JSON.stringify(dropped.body)).toBe(201)
    const busy = await operator.post(`/admin/people/${userId}/erase`)
    expect([busy.status, busy.body.meta.code]).toEqual([409, 'identity.person_is_buying'])
    await client.post(`/api/v1/checkout/${dropped.body.data.id}/cancel`)
    const bought = await buyByCard(
      client,
      (await client.get('/api/v1/cart')).body.data.snapshotVersion,
    )
    await sql`
      update orders.orders set ship_to = ${JSON.stringify(shipTo)}::jsonb
      where company_id = ${ours.companyId} and id = ${bought.orderId}
    `.execute(pool)
    await aCart(client)
    await client.post('/api/v1/carts', { name: `Cart of ${word}` })
    await client.post('/api/v1/cart/items', { productId: 'prd_none', quantity: 1 }, { key: aKey() })
    await aTicket(client, word)
    const { database } = world.parts.platform
    const offerId = await anExternalOffer(database, { companyId: ours.companyId })
    const wanted = { quantity: 1, note: `for ${word}` }
    await client.post(`/api/v1/products/${offerId}/offer-requests`, wanted)
    await client.post('/auth/privacy/export')
    await ours.admin.post('/api/v1/invitations', { email: `x-${email}`, roles: ['buyer'] })
    expect(await tablesWith(pool, word)).toContain('identity.users')
    expect(await tablesWith(pool, word)).toContain('checkout.attempts')
    expect(await tablesWith(pool, word)).toEqual(
      expect.arrayContaining([
        'offers.requests',
        'support.attachments',
        'support.mail_texts',
        'support.messages',
        'support.tickets',
      ]),
    )

    const erased = await operator.post(`/admin/people/${userId}/erase`)

    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    expect(erased.body.data.kept).toEqual([
      { what: 'orders', count: 1, reason: expect.stringContaining('law') },
    ])
    // The invitation was to another address: whoever that is.
    await sql`delete from identity.invitations where company_id = ${ours.companyId}`.execute(pool)
    await sql`
      delete from platform.jobs where payload ->> 'to' = ${`x-${email}`}
    `.execute(pool)
    expect(await tablesWith(pool, word)).toEqual(['orders.orders'])
    expect((await client.get('/auth/me')).status).toBe(401)
    expect((await world.anybody.post('/auth/login', { email, password })).status).toBe(401)
    const again = await operator.post(`/admin/people/${userId}/erase`)
    expect([again.status, again.body.meta.code]).toEqual([409, 'identity.person_erased'])
  })

  it('reaches the companies that the person has left, as the export does', async () => {
    const { client, word, userId, email } = await aCanary()
    const { database } = world.parts.platform
    // The place stays.
    const address = { label: 'Works', address: { ...addressOf(word), line1: 'Hafenstr. 7' } }
    expect((await client.post('/api/v1/addresses', address)).status).toBe(201)
    await aTicket(client, word)
    await sql`
      insert into identity.memberships (company_id, user_id, roles, created_at)
      values (${await aCompany(database)}, ${userId}, array['buyer'], now())
    `.execute(database.pool)
    expect((await ours.admin.delete(`/api/v1/members/${userId}`)).status).toBeLessThan(300)
    // As the worker does when they have expired for long.
    await sql`
      delete from identity.sessions where company_id = ${ours.companyId} and user_id = ${userId}
    `.execute(database.pool)

    const later = await signIn(email, word)
    const { id } = (await later.post('/auth/privacy/export')).body.data
    await untilReady(later, id)
    const { url } = (await later.post(`/auth/privacy/exports/${id}/link`)).body.data
    const { data } = JSON.parse(await (await fetch(url)).text())
    expect(data.identity.pastMemberships).toMatchObject([{ companyId: ours.companyId }])
    expect(data.addresses).toMatchObject([{ label: 'Works' }])
    expect(data.support).toMatchObject([{ subject: word }])

    const erased = await operator.post(`/admin/people/${userId}/erase`)
    expect(erased.body.data.kept).toEqual([])
    expect(await tablesWith(database.pool, word)).toEqual([])
    const { rows } = await sql`
      select company_id from identity.past_memberships where user_id = ${userId}
    `.execute(database.pool)
    expect(rows).toEqual([])
  })

  it('is open to administrators when the person belongs to their company alone', async () => {
    const { userId } = await aCanary()
    const elsewhere = await aCanary()
    const otherCompany = await aCompany(world.parts.platform.database)
    await sql`
      insert into identity.memberships (company_id, user_id, roles, created_at)
      values (${otherCompany}, ${elsewhere.userId}, array['buyer'], now())
    `.execute(world.parts.platform.database.pool)
    const theirs = await world.company()
    const erase = async (client: Client, id: string) => {
      const { status, body } = await client.post(`/api/v1/members/${id}/erase`)
      return [status, body.meta.code]
    }

    expect(await erase(ours.buyer, userId)).toEqual([403, 'identity.access_denied'])
    expect(await erase(theirs.admin, userId)).toEqual([404, 'identity.person_not_found'])
    expect(await erase(ours.admin, elsewhere.userId)).toEqual([409, 'identity.person_elsewhere'])
    expect((await erase(ours.admin, userId))[0]).toBe(200)
    const me = (await ours.admin.get('/auth/me')).body.data.id
    expect(await erase(ours.admin, me)).toEqual([409, 'identity.own_erasure'])
  })

  it('leaves the person’s keys to the company', async () => {
    const { client, userId } = await aCanary(ours.companyId, 'company_admin')
    const created = await client.post('/api/v1/api-keys', { name: 'ERP', scopes: ['orders:read'] })
    const erp = createClient(world.baseUrl, { apiKey: created.body.data.key })
    expect((await erp.get('/api/v1/orders')).status).toBe(200)

    const erased = await operator.post(`/admin/people/${userId}/erase`)

    expect(erased.body.data.kept).toMatchObject([{ what: 'apiKeys', count: 1 }])
    expect((await erp.get('/api/v1/orders')).status).toBe(200)
  })

  it('keeps the chain of the audit log intact', async () => {
    const { userId, word } = await aCanary()
    const { database } = world.parts.platform
    await database.transaction(async (tx) =>
      recordAudit(tx, {
        companyId: ours.companyId,
        action: 'identity.roles_changed',
        target: { type: 'person', id: userId },
        outcome: 'done',
        now: new Date(),
      }),
    )
    await operator.post(`/admin/people/${userId}/erase`)

    const { body } = await ours.admin.get(`/api/v1/audit?target=${userId}`)
    expect(body.data.map(({ action }: { action: string }) => action)).toContain(
      'identity.person_erased',
    )
    expect(await tablesWith(database.pool, word)).toEqual([])
  })
})

type Canary = {
  readonly userId: string
  readonly word: string
  readonly email: string
  readonly client: Client
}

/** A person whose name, address and everything else holds one word that nobody else uses. */
async function aCanary(
  companyId: Id<'co'> = ours.companyId,
  role: 'buyer' | 'company_admin' = 'buyer',
): Promise<Canary> {
  born += 1
  const word = `canary${born}zwitscher`
  const email = `${word}@example.com`
  const passwordHash = await hashPassword(password)
  const person = { companyId, email, name: `Carla ${word}`, passwordHash, roles: [role] }
  const userId = await registerPerson(world.parts.platform.database, person, new Date())
  return { userId, word, email, client: await signIn(email, word) }
}

async function signIn(email: string, word: string): Promise<Client> {
  const headers = { 'user-agent': `${word}/1.0` }
  const { body } = await world.anybody.post('/auth/login', { email, password }, { headers })
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}

async function aCart(client: Client): Promise<number> {
  const { id } = await aProduct(world.parts.platform.database, { unitPrice: '5.00', onHand: 50 })
  return fillCart(client, [{ productId: id, quantity: 1 }])
}

/** With a file, and an answer that quotes nothing. */
async function aTicket(client: Client, word: string): Promise<void> {
  const file = new Blob([word], { type: 'text/plain' })
  const uploaded = await client.post(`/api/v1/support/attachments?name=${word}.txt`, file)
  const question = { subject: word, message: word, attachmentIds: [uploaded.body.data.id] }
  const { status, body } = await client.post('/api/v1/support/tickets', question)
  expect(status, JSON.stringify(body)).toBe(201)
  const url = `/api/v1/support/tickets/${body.data.id}/messages`
  const answer = await operator.post(url, { text: 'An answer.' })
  const { companyId } = body.data
  // The answer came by mail, and quotes the question.
  await sql`
    insert into support.mail_texts (company_id, ticket_id, message_id, text)
    values (${companyId}, ${body.data.id}, ${answer.body.data.message.id}, ${`An answer. > ${word}`})
  `.execute(world.parts.platform.database.pool)
}

async function untilReady(client: Client, id: string): Promise<void> {
  await expect
    .poll(async () => (await client.get(`/auth/privacy/exports/${id}`)).body.data.state, {
      timeout: 60_000,
    })
    .toBe('READY')
}

/** False also if the answer breaks off. */
async function isReadToItsEnd(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url)
    await reply.text()
    return reply.ok
  } catch {
    return false
  }
}

const addressOf = (word: string) => ({
  name: `Carla ${word}`,
  line1: `${word}weg 1`,
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
  email: `${word}@example.com`,
})
