import { createPublicKey, verify } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { daysMs } from '#kernel/time'
import { useApart } from '#testing/apart'
import { OrderCreated, publishData, useWebhookService } from '#testing/webhook-service'
import { aReceiver, aWebhook, aWebhookManager, type Receiver, verified } from '#testing/webhooks'
import { createDelivering } from './delivering.ts'
import { takePlaces } from './throttle-store.ts'

/** The client of Svix, as receivers use it. */
const { Webhook: SvixWebhook } = await useApart<{
  readonly Webhook: new (
    secret: string,
  ) => { verify(body: string, headers: Readonly<Record<string, string>>): unknown }
}>('svix')

let receiver: Receiver
let count = 0
const service = await useWebhookService()
const webhooks = service.webhooks

beforeEach(async () => {
  receiver = await aReceiver()
})
afterEach(() => receiver.close())

describe('an endpoint with a rate limit', () => {
  it('gets no more than its rate in any second from any process', async () => {
    const { actor } = await subscribed({ maxPerSecond: 40 })
    const clock = { ...service.deps, now: () => new Date() }
    const workers = [createDelivering(clock), createDelivering(clock)]
    const arrivals: number[] = []
    receiver.answers({ onRequest: () => void arrivals.push(performance.now()) })
    await service.publish(actor.companyId, OrderCreated, 100)

    const began = performance.now()
    const deadline = began + 150_000
    while (arrivals.length < 100 && performance.now() < deadline) {
      await Promise.all(workers.map((worker) => worker.turn()))
      await wait(25)
    }
    await Promise.all(workers.map((worker) => worker.finish()))

    expect(arrivals).toHaveLength(100)
    // From the moment of the first claim on, at no instant more than its time has places for.
    const ahead = arrivals.map((at, n) => n - ((at - began) / 1_000) * 40 * 1.01)
    expect(Math.max(...ahead)).toBeLessThanOrEqual(1)
  })

  it('gets evenly spaced calls, none twice, and no burst after a pause', async () => {
    const { actor, endpoint } = await subscribed({ maxPerSecond: 10 })
    const key = { companyId: actor.companyId, endpointId: endpoint.id, maxPerSecond: 10 }
    const now = new Date('2031-01-01T00:00:00Z')
    const take = async (wanted: number, at: Date) =>
      (await takePlaces(service.database.pool, [{ ...key, count: wanted }], at)).get(endpoint.id)

    const [one, two] = await Promise.all([take(4, now), take(3, now)])
    const [first, second] = [one, two].sort((a, b) => Number(a?.firstAt) - Number(b?.firstAt))
    expect(first?.firstAt).toEqual(now)
    expect(second?.firstAt).toEqual(new Date(now.getTime() + (first?.granted ?? 0) * 100))
    expect(await take(10, now)).toMatchObject({ granted: 3 })
    expect(await take(10, now)).toMatchObject({ granted: 0 })

    const later = new Date(now.getTime() + 60_000)
    expect(await take(100, later)).toMatchObject({ granted: 10, firstAt: later })
  })

  it('gets no burst of what came while it hung', async () => {
    const { actor, endpoint } = await subscribed({ maxPerSecond: 1_000 })
    const settings = { ...service.deps.settings, WEBHOOKS_ENDPOINT_CONCURRENCY: 1 }
    const worker = createDelivering({ ...service.deps, settings, now: () => new Date() })
    receiver.answers({ until: new Promise(() => undefined) })
    await service.publish(actor.companyId, OrderCreated, 3)
    await worker.turn()
    const states = async () =>
      (await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 10 }))
        .map(({ state }) => state)
        .sort()
    // Their places have passed, and they ask for others: nothing waits to be started by the answer.
    await expect.poll(states).toEqual(['LEASED', 'PENDING', 'PENDING'])
    await receiver.close()
    await worker.finish()
    receiver = await aReceiver()
  })

  it('delays a stopping worker no longer than that, and its rows are released', async () => {
    const { actor, endpoint } = await subscribed({ maxPerSecond: 1 })
    await service.publish(actor.companyId, OrderCreated, 3)
    const stopping = createDelivering({ ...service.deps, now: () => new Date(), stopGraceMs: 50 })
    await stopping.turn()
    await stopping.finish()
    const deliveries = await webhooks.listDeliveries(actor, endpoint.id, {}, { limit: 10 })
    expect(deliveries.map(({ attempts }) => attempts).sort()).toEqual(
      expect.arrayContaining([0, 0]),
    )
    expect(new Set(deliveries.map(({ state }) => state))).not.toContain('LEASED')
  })
})

describe('a signature with a key pair', () => {
  it('comes beside the other one, and both verify', async () => {
    const { actor, endpoint, secret } = await subscribed({ ed25519: true })
    expect(endpoint.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/)
    await publishAndDeliver(actor)

    const [received] = receiver.received
    if (!received) throw new Error('the receiver got nothing')
    expect(verified(received, secret)).toMatchObject({ type: 'order.created' })
    expect(() => verifyWithSvix(received, secret)).not.toThrow()
    expect(isSignedBy(received, endpoint.publicKey)).toBe(true)
    expect(isSignedBy({ ...received, body: `${received.body} ` }, endpoint.publicKey)).toBe(false)
    const other = await subscribed({ ed25519: true })
    expect(isSignedBy(received, other.endpoint.publicKey)).toBe(false)
  })

  it('keeps its key when it is switched on twice, and is gone when it is switched off', async () => {
    const { actor, endpoint } = await subscribed({ ed25519: true })
    const again = await webhooks.change(actor, endpoint.id, { ed25519: true })
    expect(again.publicKey).toBe(endpoint.publicKey)
    const without = await webhooks.change(actor, endpoint.id, { ed25519: false })
    expect(without.publicKey).toBeUndefined()
    await publishAndDeliver(actor)
    expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
    const anew = await webhooks.change(actor, endpoint.id, { ed25519: true })
    expect(anew.publicKey).not.toBe(endpoint.publicKey)
  })
})

describe('the public library of Svix', () => {
  it('verifies what is sent, also during a rotation, and refuses changed bodies', async () => {
    const { actor, endpoint, secret } = await subscribed({})
    const { secret: fresh } = await webhooks.rotateSecret(actor, endpoint.id)
    await publishAndDeliver(actor)
    const [received] = receiver.received
    if (!received) throw new Error('the receiver got nothing')
    for (const one of [secret, fresh]) {
      expect(() => verifyWithSvix(received, one)).not.toThrow()
    }
    const altered = { ...received, body: received.body.replace('order.created', 'order.deleted') }
    expect(() => verifyWithSvix(altered, secret)).toThrow()
    const stranger = `whsec_${Buffer.alloc(32).toString('base64')}`
    expect(() => verifyWithSvix(received, stranger)).toThrow()
  })
})

describe('a thin body', () => {
  it('has only the address of the data, and is signed as it is sent', async () => {
    const { actor, secret } = await subscribed({ payload: 'thin' })
    const [eventId = ''] = await publishAndDeliver(actor)
    const [received] = receiver.received
    if (!received) throw new Error('the receiver got nothing')
    const body = verified(received, secret) as Record<string, unknown>
    expect(body).toMatchObject({
      id: eventId,
      type: 'order.created',
      entity: { type: 'order' },
      dataUrl: `https://purveyor.example/api/v1/webhooks/events/${eventId}`,
    })
    expect(body).not.toHaveProperty('data')
    expect(await webhooks.getEvent(actor, eventId)).toMatchObject({
      id: eventId,
      sequence: body.sequence,
      data: { reference: 'PO 1 – größer' },
    })
    await expect(webhooks.getEvent(aWebhookManager('co_nosy'), eventId)).rejects.toMatchObject({
      code: 'webhooks.event_not_found',
      status: 404,
    })
  })

  it('replaces every body above 20 kB', async () => {
    const { actor } = await subscribed({})
    const [eventId = ''] = await publishData(service, actor.companyId, 'ö'.repeat(10_240))
    await service.deliver(createDelivering(service.deps), actor.companyId)
    const [received] = receiver.received
    expect(Buffer.byteLength(received?.body ?? '')).toBeLessThan(20_480)
    const data = { reference: 'ö'.repeat(10_240) }
    expect((await webhooks.getEvent(actor, eventId)).data).toEqual(data)

    const { origin, pathname, searchParams } = new URL(JSON.parse(received?.body ?? '{}').dataUrl)
    expect(origin + pathname).toBe('https://purveyor.example/api/v1/webhooks/event-data')
    const token = searchParams.get('link') ?? ''
    expect(token).not.toContain(eventId)
    expect(await webhooks.getLinkedEvent(token)).toMatchObject({ id: eventId, data })
    const refused = { code: 'webhooks.link_refused', status: 403 }
    const [endpointSecret] = await sealedSecretsOf(actor.companyId)
    for (const bad of ['', 'none', `${token}A`, token.slice(0, -2), endpointSecret ?? '']) {
      await expect(webhooks.getLinkedEvent(bad)).rejects.toMatchObject(refused)
    }
    service.advance(daysMs(7))
    await expect(webhooks.getLinkedEvent(token)).rejects.toMatchObject(refused)
  })
})

type Manager = ReturnType<typeof aWebhookManager>

async function subscribed(wishes: Parameters<typeof aWebhook>[2]) {
  count += 1
  const actor = aWebhookManager(`co_wishes_${count}`)
  return { actor, ...(await aWebhook(webhooks, actor, { url: receiver.url, ...wishes })) }
}

async function publishAndDeliver(actor: Manager): Promise<string[]> {
  const ids = await service.publish(actor.companyId)
  await service.deliver(createDelivering(service.deps), actor.companyId)
  return ids
}

/** Sealed by the same key, for another place. */
async function sealedSecretsOf(companyId: string): Promise<string[]> {
  const { rows } = await sql<{ secret_sealed: string }>`
    select secret_sealed from webhooks.endpoints where company_id = ${companyId}
  `.execute(service.database.pool)
  return rows.map((row) => row.secret_sealed)
}

function verifyWithSvix({ headers, body }: Receiver['received'][number], secret: string): unknown {
  return new SvixWebhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })
}

/** As a receiver would who knows the public half alone. */
function isSignedBy(
  { headers, body }: Receiver['received'][number],
  publicKey: string | undefined,
): boolean {
  const x = Buffer.from(String(publicKey).slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one.startsWith('v1a,'))
    .some((one) => verify(null, Buffer.from(signed), key, Buffer.from(one.slice(4), 'base64')))
}
