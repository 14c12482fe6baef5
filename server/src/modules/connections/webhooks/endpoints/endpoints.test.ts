import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hoursMs } from '#kernel/time'
import { type Cut, type ListRequest, newestFirst, readRows } from '#platform/lists'
import { useWebhookService } from '#testing/webhook-service'
import { aWebhook, aWebhookManager } from '#testing/webhooks'
import { endpointList } from './endpoint-list.ts'

const manager = aWebhookManager('co_1')
const stranger = aWebhookManager('co_2')
const service = await useWebhookService()
const webhooks = service.webhooks

describe('creating a subscription', () => {
  it('returns its secret once and stores it sealed', async () => {
    const { endpoint, secret } = await aWebhook(webhooks, manager, {
      events: ['order.*', 'order.*'],
    })

    expect(endpoint).toMatchObject({ state: 'ACTIVE', events: ['order.*'], companyId: 'co_1' })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const row = JSON.stringify(await rowOf(endpoint.id))
    expect(row).not.toContain(secret.slice('whsec_'.length))
    expect(row).toContain('secret_sealed')
  })

  it('never returns it again', async () => {
    const { endpoint, secret } = await aWebhook(webhooks, manager)
    const read = [
      await webhooks.get(manager, endpoint.id),
      await listOf(manager),
      await webhooks.change(manager, endpoint.id, { name: 'renamed' }),
      await webhooks.enable(manager, endpoint.id),
    ]

    expect(JSON.stringify(read)).not.toContain(secret)
    expect(service.logged()).not.toContain(secret)
  })

  it.each([
    ['not an address', 'url_invalid'],
    ['/hooks', 'url_invalid'],
    ['ftp://example.com/', 'url_invalid'],
    ['javascript:alert(1)', 'url_invalid'],
    ['https://user:pass@example.com/', 'url_invalid'],
    ['https://example.com/#part', 'url_invalid'],
    [' https://example.com/', 'url_invalid'],
    ['https://exa\tmple.com/', 'url_invalid'],
    [`https://example.com/${'x'.repeat(2_048)}`, 'url_invalid'],
    ['http://169.254.169.254/latest/meta-data', 'url_unsafe'],
    ['https://no-such-name.invalid/', 'url_unsafe'],
  ])('refuses %s', async (bad, code) => {
    await expect(aWebhook(webhooks, manager, { url: bad })).rejects.toMatchObject({
      code: `webhooks.${code}`,
      status: 400,
    })
  })

  it('refuses unknown kinds by name', async () => {
    const events = ['order.created', 'order.made', 'orders.order_indexed', 'ord*']

    await expect(aWebhook(webhooks, manager, { events })).rejects.toMatchObject({
      code: 'webhooks.event_kind_unknown',
      details: { unknown: ['order.made', 'orders.order_indexed', 'ord*'] },
    })
  })

  it('happens once for one key, and every request gets the same secret', async () => {
    const url = 'http://127.0.0.1:9/hooks'

    const made = await Promise.all(
      [1, 2, 3].map(() =>
        webhooks.create(manager, {
          name: 'impatient',
          url,
          events: ['*'],
          idempotency: { key: 'impatient', fingerprint: Buffer.from('same') },
        }),
      ),
    )

    expect(new Set(made.map(({ endpoint }) => endpoint.id)).size).toBe(1)
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1)
    const all = await listOf(manager)
    expect(all.filter(({ name }) => name === 'impatient')).toHaveLength(1)
  })

  it('stops at fifty per company, also in parallel', async () => {
    const crowded = aWebhookManager('co_50')
    for (let n = 0; n < 45; n += 1) await aWebhook(webhooks, crowded)
    const asked = Array.from({ length: 12 }, () => aWebhook(webhooks, crowded))
    const made = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')

    expect(made).toHaveLength(5)
    await expect(aWebhook(webhooks, crowded)).rejects.toMatchObject({
      code: 'webhooks.too_many_endpoints',
      status: 409,
    })
    await expect(aWebhook(webhooks, manager)).resolves.toBeDefined()
  })
})

describe('reading subscriptions', () => {
  it('is paged, newest first', async () => {
    const reader = aWebhookManager('co_pages')
    for (const name of ['a', 'b', 'c']) {
      service.advance(1)
      await aWebhook(webhooks, reader, { name })
    }

    const first = await listOf(reader, { after: undefined, limit: 2 })
    const second = await listOf(reader, { after: [first.at(-1)?.id ?? ''], limit: 2 })

    expect(first.map(({ name }) => name)).toEqual(['c', 'b'])
    expect(second.map(({ name }) => name)).toEqual(['a'])
  })

  it("finds nothing of another company's", async () => {
    const { endpoint } = await aWebhook(webhooks, manager)
    const attempts = [
      () => webhooks.get(stranger, endpoint.id),
      () => webhooks.change(stranger, endpoint.id, { name: 'mine' }),
      () => webhooks.change(stranger, endpoint.id, { url: 'http://127.0.0.1:9/mine' }),
      () => webhooks.delete(stranger, endpoint.id),
      () => webhooks.rotateSecret(stranger, endpoint.id),
      () => webhooks.sendTest(stranger, endpoint.id),
      () => webhooks.enable(stranger, endpoint.id),
      () => webhooks.listDeliveries(stranger, endpoint.id, {}, { limit: 1 }),
      () => replayAll(stranger, endpoint.id),
    ]

    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({
        code: 'webhooks.endpoint_not_found',
        status: 404,
      })
    }
    expect((await webhooks.get(manager, endpoint.id)).endpoint).toEqual(endpoint)
    expect(await listOf(stranger)).toEqual([])
  })
})

describe('changing a subscription', () => {
  it('validates the new values', async () => {
    const { endpoint } = await aWebhook(webhooks, manager)
    const change = (over: object) => webhooks.change(manager, endpoint.id, over)

    await expect(change({ url: 'nowhere' })).rejects.toMatchObject({ code: 'webhooks.url_invalid' })
    await expect(change({ events: ['no'] })).rejects.toMatchObject({
      code: 'webhooks.event_kind_unknown',
    })
    expect(
      await change({ url: 'http://127.0.0.1:9/new', events: ['order.created'] }),
    ).toMatchObject({
      name: endpoint.name,
      url: 'http://127.0.0.1:9/new',
      events: ['order.created'],
    })
  })

  it('pauses and resumes', async () => {
    const { endpoint } = await aWebhook(webhooks, manager)
    const change = (paused: boolean) =>
      webhooks.change(manager, endpoint.id, { state: paused ? 'PAUSED' : 'ACTIVE' })

    expect(await change(true)).toMatchObject({ state: 'PAUSED' })
    expect(await change(true)).toMatchObject({ state: 'PAUSED' })
    await expect(webhooks.sendTest(manager, endpoint.id)).rejects.toMatchObject({
      code: 'webhooks.endpoint_not_active',
    })
    expect(await change(false)).toMatchObject({ state: 'ACTIVE' })
    await change(true)
    await webhooks.enable(manager, endpoint.id)
    const { rows } = await sql<{ type: string; data: object }>`
      select type, data from platform.events
      where company_id = ${manager.companyId} and entity_id = ${endpoint.id} order by position
    `.execute(service.database.pool)
    const data = { endpointId: endpoint.id, name: endpoint.name }
    const types = ['webhook.paused', 'webhook.resumed', 'webhook.paused', 'webhook.resumed']
    expect(rows).toEqual(types.map((type) => ({ type, data })))
  })
})

describe('rotating a secret', () => {
  it('keeps the previous one for 24 hours', async () => {
    const { endpoint, secret } = await aWebhook(webhooks, manager)
    const before = service.deps.now()
    const rotated = await webhooks.rotateSecret(manager, endpoint.id)

    expect(rotated.secret).not.toBe(secret)
    expect(rotated.endpoint.previousSecretUntil).toEqual(new Date(before.getTime() + hoursMs(24)))
    const [row] = await rowOf(endpoint.id)
    expect(row?.previous_secret_sealed).not.toBeNull()
  })
})

describe('deleting a subscription', () => {
  it('deletes its secrets at once', async () => {
    const { endpoint } = await aWebhook(webhooks, manager)
    await webhooks.rotateSecret(manager, endpoint.id)
    await webhooks.delete(manager, endpoint.id)

    await expect(webhooks.get(manager, endpoint.id)).rejects.toMatchObject({ status: 404 })
    await expect(webhooks.delete(manager, endpoint.id)).rejects.toMatchObject({ status: 404 })
    expect(await rowOf(endpoint.id)).toMatchObject([
      { state: 'DELETED', secret_sealed: null, previous_secret_sealed: null },
    ])
  })
})

/** What the list shows to the caller. */
async function listOf(actor: typeof manager, cut: Cut = { after: undefined, limit: 100 }) {
  const request = { actor, query: {} } as unknown as ListRequest
  const { pool } = service.database
  const { found } = await readRows(pool, endpointList, request, newestFirst.newest, cut)
  const rows = found.map(({ row }) => row)
  return (await endpointList.show(rows, request)) as {
    readonly id: string
    readonly name: string
  }[]
}

async function rowOf(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    /* across companies: a test looks at a row as it is */
    select * from webhooks.endpoints where id = ${id}
  `.execute(service.database.pool)
  return rows
}

function replayAll(actor: typeof manager, endpointId: string) {
  const input = { since: new Date(0), until: undefined, events: undefined, state: undefined }
  return webhooks.replayWindow(actor, endpointId, { ...input, preview: false })
}
