import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Sandbox, startSandbox } from './index.ts'

const apiKey = 'sandbox-key-of-the-tests'
const eventSecret = 'sandbox-event-secret-of-the-tests'
let heard: Heard[] = []
let answerWith = 200
let dataDir: string
let sandbox: Sandbox

const merchant = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8')
    if (answerWith === 200) {
      heard.push({ signature: String(request.headers['sandbox-signature']), body })
    }
    response.writeHead(answerWith).end()
  })
})
await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve))
const address = merchant.address()
const eventsUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/events`

afterAll(() => new Promise((resolve) => merchant.close(resolve)))

beforeEach(async () => {
  heard = []
  answerWith = 200
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  sandbox = await start()
})
afterEach(async () => {
  await sandbox.close()
  await rm(dataDir, { recursive: true })
})

describe('the payment provider', () => {
  it('refuses a wrong key', async () => {
    const answer = await fetch(`${sandbox.url}/payments/v1/intents/int_1`, {
      headers: { authorization: 'Bearer wrong' },
    })
    expect(answer.status).toBe(401)
  })

  it('makes one intent for one key', async () => {
    const made = await Promise.all([1, 2, 3, 4].map(() => create('pay_1')))
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1)
    expect((await create('pay_1', { amount: '9.00' })).status).toBe(422)
  })

  it('lets a person pay on the hosted page, notifies the merchant, and redirects the person back', async () => {
    const { body: intent } = await create('pay_1', { returnUrl: 'http://shop.test/done' })
    const shown = await fetch(intent.hostedUrl)
    expect(shown.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://shop.test",
    )
    expect(await shown.text()).toContain('12.50 EUR')

    const paid = await press(intent.hostedUrl, { choice: 'pay' })
    expect(paid.status).toBe(303)
    expect(paid.headers.get('location')).toContain('http://shop.test/done?paymentId=pay_1')
    expect((await read(intent.id)).state).toBe('SUCCEEDED')

    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 })
    const [event] = heard as [Heard]
    const [, t, v1] = /^t=([0-9]+),v1=([0-9a-f]+)$/.exec(event.signature) ?? []
    expect(v1).toBe(createHmac('sha256', eventSecret).update(`${t}.${event.body}`).digest('hex'))
    expect(JSON.parse(event.body)).toMatchObject({
      type: 'intent.succeeded',
      data: { intent: { merchantReference: 'pay_1', captured: '12.50' } },
    })
  })

  it('declines on request, and for the card that is always declined', async () => {
    const { body: intent } = await create('pay_1')
    const { body: carded } = await create('pay_2')
    await press(intent.hostedUrl, { choice: 'decline' })
    await press(carded.hostedUrl, { choice: 'pay', card: '4000 0000 0000 0002' })
    expect((await read(intent.id)).state).toBe('FAILED')
    expect((await read(carded.id)).state).toBe('FAILED')
  })

  it('escapes all text from outside in its pages', async () => {
    const { body: intent } = await create('pay_1', { merchantName: '<script>alert(1)</script>' })
    expect(await (await fetch(intent.hostedUrl)).text()).not.toContain('<script>')
  })

  it('captures once, and never refunds more than was captured', async () => {
    const { body: intent } = await create('pay_1', { captureMethod: 'manual' })
    await press(intent.hostedUrl, { choice: 'pay' })
    expect((await call(`${intent.id}/capture`, 'cap', { amount: '13.00' })).status).toBe(422)
    expect((await call(`${intent.id}/capture`, 'cap', { amount: '10.00' })).status).toBe(200)
    expect((await call(`${intent.id}/capture`, 'again', {})).status).toBe(409)

    const refunds = await Promise.all(
      ['r1', 'r2'].map((key) => call(`${intent.id}/refunds`, key, { amount: '6.00' })),
    )
    expect(refunds.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await call(`${intent.id}/refunds`, 'r1', { amount: '6.00' })).status).toBe(201)
    expect((await read(intent.id)).refunded).toBe('6.00')
  })

  it('retries an event until it is accepted', async () => {
    answerWith = 503
    const { body: intent } = await create('pay_1')
    await press(intent.hostedUrl, { choice: 'pay' })
    await new Promise((resolve) => setTimeout(resolve, 60))
    answerWith = 200
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 })
  })

  it('loses nothing when it is killed, not even an undelivered event', async () => {
    await sandbox.close()
    const child = spawn(process.execPath, ['--input-type=module', '-e', childSource()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
    )
    answerWith = 503
    const { body: intent } = await create('pay_1', {}, url)
    await press(intent.hostedUrl, { choice: 'pay' })
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    await appendFile(join(dataDir, 'payments.jsonl'), '[{"kind":"intent","inte')

    answerWith = 200
    sandbox = await start()

    expect((await read(intent.id)).state).toBe('SUCCEEDED')
    expect((await create('pay_1')).body.id).toBe(intent.id)
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 60_000 })
  })
})

describe('the webhook receiver', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const body = '{"id":"evt_1","type":"order.created"}'

  it('accepts what a Standard Webhooks library signed, under both header families', async () => {
    await putSecret()
    const at = new Date()
    const signature = new Webhook(secret).sign('evt_1', at, body)
    const timestamp = String(Math.floor(at.getTime() / 1_000))
    await post(body, {
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
      'x-service-event': 'order.created',
      'x-service-delivery': 'evt_1',
      'x-service-timestamp': timestamp,
      'x-service-signature': `v1,AAAA ${signature}`,
    })
    expect(await deliveries()).toMatchObject([
      { id: 'evt_1', event: 'order.created', verified: true, body },
    ])
  })

  it('refuses a changed body, an old timestamp and a missing signature', async () => {
    await putSecret()
    const old = new Date(Date.now() - 3_600_000)
    const sign = (at: Date) => ({
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
    })
    await post(`${body} `, sign(new Date()))
    await post(body, sign(old))
    await post(body, {})
    expect((await deliveries()).map(({ verified }) => verified)).toEqual([false, false, false])
  })

  it('shows a person what it received', async () => {
    await post('{"type":"<b>"}', {})
    const shown = await fetch(`${sandbox.url}/receiver/hooks/deliveries`, {
      headers: { accept: 'text/html' },
    })
    expect(await shown.text()).toContain('&lt;b&gt;')
  })

  const putSecret = () =>
    fetch(`${sandbox.url}/receiver/hooks/secret`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
  const post = (content: string, headers: Record<string, string>) =>
    fetch(`${sandbox.url}/receiver/hooks`, { method: 'POST', headers, body: content })
  const deliveries = async () => {
    const answer = await fetch(`${sandbox.url}/receiver/hooks/deliveries`)
    return ((await answer.json()) as { deliveries: { verified: boolean }[] }).deliveries
  }
})

function start(): Promise<Sandbox> {
  return startSandbox({
    port: 0,
    dataDir,
    paymentsApiKey: apiKey,
    paymentsEventSecret: eventSecret,
    paymentsEventsUrl: eventsUrl,
    now: () => new Date(),
    log: { info: () => undefined, warn: () => undefined },
    eventRetryDelaysMs: [20, 20, 20, 50, 100, 1_000],
  })
}

function childSource(): string {
  const options = {
    port: 0,
    dataDir,
    paymentsApiKey: apiKey,
    paymentsEventSecret: eventSecret,
    paymentsEventsUrl: eventsUrl,
  }
  return `const { startSandbox } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)})
const log = { info() {}, warn() {} }
const { url } = await startSandbox({ ...${JSON.stringify(options)}, now: () => new Date(), log })
console.log(url)`
}

type Wire = { id: string; state: string; refunded: string; hostedUrl: string }

async function create(reference: string, extra: Record<string, string> = {}, url = sandbox.url) {
  const body = { merchantReference: reference, amount: '12.50', currency: 'EUR', ...extra }
  const answer = await fetch(`${url}/payments/v1/intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': reference,
    },
    body: JSON.stringify({ ...body, expiresAt: '2999-01-01T00:00:00.000Z' }),
  })
  return { status: answer.status, body: (await answer.json()) as Wire }
}

async function read(id: string): Promise<Wire> {
  const answer = await fetch(`${sandbox.url}/payments/v1/intents/${id}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  })
  return (await answer.json()) as Wire
}

function call(path: string, key: string, body: Record<string, string>) {
  return fetch(`${sandbox.url}/payments/v1/intents/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
}

function press(url: string, fields: Record<string, string>) {
  return fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
}

type Heard = { readonly signature: string; readonly body: string }
