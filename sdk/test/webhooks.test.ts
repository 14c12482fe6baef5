import { createHmac, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts'

const now = new Date('2026-01-02T03:04:05Z')
const timestamp = String(now.getTime() / 1000)
const body = '{"id":"evt_1","type":"order.created"}'
const secret = aSecret()

describe('verifying a webhook', () => {
  it('accepts the published example', async () => {
    /** The example of the Standard Webhooks specification, which every library of theirs is tested with. */
    const published = {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      body: '{"test": 2432232314}',
      signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }

    const event = await verifyWebhook<{ test: number }>({
      headers: {
        'webhook-id': published.id,
        'webhook-timestamp': published.timestamp,
        'webhook-signature': published.signature,
      },
      body: published.body,
      secret: published.secret,
      now: new Date(1614265330_000),
    })

    expect(event.test).toBe(2432232314)
  })

  it('agrees with the public Standard Webhooks package', async () => {
    const headers = standard(new Webhook(secret).sign('evt_1', now, body))

    expect(await verifyWebhook({ headers, body, secret, now })).toMatchObject({ id: 'evt_1' })
  })

  it('reads both header families in every form that a framework gives them', async () => {
    const signature = signed(secret)
    const sources = [
      ours(signature),
      standard(signature),
      new Headers(ours(signature)),
      { ...ours(signature), 'x-service-signature': [signature] },
      Object.fromEntries(Object.entries(ours(signature)).map(([k, v]) => [k.toUpperCase(), v])),
    ]
    for (const headers of sources) {
      expect(await verifyWebhook({ headers, body, secret, now })).toMatchObject({ id: 'evt_1' })
    }
  })

  it('accepts the body as bytes with any character', async () => {
    const content = '{"name":"Schraube ½″ ⌀ 🔩"}'
    const headers = ours(signed(secret, { content }))

    const event = await verifyWebhook<{ name: string }>({
      headers,
      body: new TextEncoder().encode(content),
      secret,
      now,
    })

    expect(event.name).toBe('Schraube ½″ ⌀ 🔩')
  })

  it('accepts either of two signatures and either of two secrets during a rotation', async () => {
    const next = aSecret()
    const both = `${signed(next)} ${signed(secret)}`
    await verifyWebhook({ headers: ours(both), body, secret, now })
    await verifyWebhook({ headers: ours(both), body, secret: next, now })
    await verifyWebhook({ headers: ours(signed(secret)), body, secret: [next, secret], now })
  })

  it('ignores signatures of unknown versions', async () => {
    const header = `v1a,AAAA v2,${'x'.repeat(20)} ${signed(secret)}`
    await verifyWebhook({ headers: ours(header), body, secret, now })
  })

  const refused = async (code: string, change: Partial<Parameters<typeof verifyWebhook>[0]>) => {
    const call = verifyWebhook({ headers: ours(signed(secret)), body, secret, now, ...change })
    await expect(call).rejects.toBeInstanceOf(WebhookVerificationError)
    await expect(call).rejects.toMatchObject({ code })
  }

  it('refuses a changed body, id or timestamp', async () => {
    await refused('signature_mismatch', { body: `${body} ` })
    await refused('signature_mismatch', {
      headers: { ...ours(signed(secret)), 'x-service-delivery': 'evt_2' },
    })
    await refused('signature_mismatch', {
      headers: { ...ours(signed(secret)), 'x-service-timestamp': String(Number(timestamp) + 1) },
    })
  })

  it('refuses another secret, a truncated signature and one that is not base64', async () => {
    await refused('signature_mismatch', { secret: aSecret() })
    await refused('signature_mismatch', { headers: ours(signed(secret).slice(0, -8)) })
    await refused('signature_mismatch', { headers: ours('v1,***') })
    await refused('signature_mismatch', { headers: ours('v1,') })
  })

  it('checks a limited number of signatures', async () => {
    const crowd = `${'v1,AAAA '.repeat(10)}${signed(secret)}`
    await refused('signature_mismatch', { headers: ours(crowd) })
  })

  it('refuses timestamps beyond the tolerance, on both sides', async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    await verifyWebhook({ headers: ours(signed(secret)), body, secret, now: at(300) })
    await verifyWebhook({ headers: ours(signed(secret)), body, secret, now: at(-300) })
    await refused('timestamp_too_old', { now: at(301) })
    await refused('timestamp_too_new', { now: at(-301) })
    await refused('timestamp_too_old', { now: at(11), toleranceSeconds: 10 })
  })

  it('refuses a delivery without its headers or with an invalid timestamp', async () => {
    await refused('headers_missing', { headers: {} })
    const { 'x-service-signature': _, ...unsigned } = ours('')
    await refused('headers_missing', { headers: unsigned })
    await refused('timestamp_invalid', {
      headers: { ...ours(signed(secret)), 'x-service-timestamp': '2026-01-02' },
    })
  })

  it('reports an unusable secret', async () => {
    await refused('secret_invalid', { secret: 'whsec_!' })
    await refused('secret_invalid', { secret: '' })
  })

  it('reports a valid signature on a body that is not JSON', async () => {
    await refused('body_malformed', { headers: ours(signed(secret, { content: 'x' })), body: 'x' })
  })
})

function aSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

function signed(using: string, { id = 'evt_1', at = timestamp, content = body } = {}): string {
  const key = Buffer.from(using.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${at}.${content}`).digest('base64')}`
}

const ours = (signature: string) => ({
  'x-service-event': 'order.created',
  'x-service-delivery': 'evt_1',
  'x-service-timestamp': timestamp,
  'x-service-signature': signature,
})

const standard = (signature: string) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
})
