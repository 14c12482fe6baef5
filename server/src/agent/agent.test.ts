import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { freePort } from '#harness'
import { isAlive } from '#platform/processes'
import { createLog } from '#platform/telemetry'
import { closeAtEnd } from '#testing/close-at-end'
import { keepAgentChild } from './keep-agent-child.ts'
import { startAgent } from './start-agent.ts'

const limits = {
  messagesMax: 3,
  messageLengthMax: 1_000,
  bodyBytesMax: 10_000,
  receivingBytesMax: 12_000,
}
const gatewayUrl = 'http://127.0.0.1:1'
const options = { host: '127.0.0.1', port: 0, version: 'test', gatewayUrl }
const agent = await startAgent({ ...options, limits })
afterAll(() => agent.close())

const request = {
  sessionId: 'chs_1',
  messages: [{ id: 'm1', role: 'buyer', text: '50 office chairs to Graz by 5 May' }],
  locale: 'en',
  currency: 'EUR',
  today: '2026-03-02',
}

describe('the agent companion', () => {
  it('turns messages into a brief and a question', async () => {
    const { status, headers, body } = await extract(request)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      brief: {
        items: [
          {
            what: {
              value: 'office chairs',
              method: 'rule',
              source: { messageId: 'm1', start: 3, end: 16 },
            },
            quantity: { value: '50' },
            unit: { value: 'C62' },
          },
        ],
        deliverTo: { country: { value: 'AT' }, city: { value: 'Graz' } },
        neededBy: { value: { date: '2026-05-05', precision: 'day' } },
      },
      clarification: { field: 'budget', question: 'What is your budget?' },
    })
  })

  it('accepts its own brief as the previous one', async () => {
    const { body } = await extract(request)
    const again = await extract({ ...request, previousBrief: body.brief })
    expect([again.status, again.body]).toEqual([200, body])
  })

  it('says that it is healthy', async () => {
    const response = await fetch(`${agent.url}/healthz`)
    expect(await response.json()).toMatchObject({ status: 'ok', version: 'test' })
  })

  it('counts what it has done, and what it refused', async () => {
    await extract(request)
    await extract({ ...request, admin: true })
    const text = await (await fetch(`${agent.url}/metrics`)).text()
    expect(text).toMatch(/agent_extractions_total\{by="grammar"\} [1-9]/)
    expect(text).toMatch(/agent_requests_refused_total\{code="request_invalid"\} [1-9]/)
    expect(text).toMatch(/agent_grammar_seconds_count [1-9]/)
  })

  it.each([
    ['no JSON', '{', 400, 'body_not_json'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, 'body_not_json'],
    ['no object', [], 400, 'request_invalid'],
    ['nothing', '', 400, 'body_not_json'],
    ['a field too many', { ...request, admin: true }, 400, 'request_invalid'],
    ['no session', { ...request, sessionId: '' }, 400, 'request_invalid'],
    ['a role that is none', withMessage({ role: 'system' }), 400, 'request_invalid'],
    ['a text that is none', withMessage({ text: 5 }), 400, 'request_invalid'],
    ['a currency that is none', { ...request, currency: 'XYZ' }, 400, 'request_invalid'],
    ['a day that is none', { ...request, today: '2026-02-30' }, 400, 'request_invalid'],
    ['a locale that is none', { ...request, locale: '../../x' }, 400, 'request_invalid'],
    ['a brief that is none', { ...request, previousBrief: {} }, 400, 'request_invalid'],
    [
      'an id twice',
      { ...request, messages: [request.messages[0], request.messages[0]] },
      400,
      'request_invalid',
    ],
    ['too many messages', { ...request, messages: many(4) }, 413, 'messages_too_many'],
    [
      'a message that is too long',
      withMessage({ text: 'x'.repeat(1_001) }),
      413,
      'message_too_long',
    ],
    ['a body that is too large', withMessage({ text: 'x'.repeat(10_001) }), 413, 'body_too_large'],
  ])('refuses %s', async (_what, body, status, code) => {
    const answer = await extract(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(JSON.stringify(answer.body)).not.toContain('xxxx')
  })

  it.each([
    ['GET', '/v1/briefs:extract', 405],
    ['POST', '/healthz', 405],
    ['POST', '/metrics', 405],
    ['GET', '/', 404],
    ['POST', '/v1/briefs:delete', 404],
    ['GET', '/../../etc/passwd', 404],
  ])('refuses %s %s', async (method, path, status) => {
    expect((await fetch(`${agent.url}${path}`, { method })).status).toBe(status)
  })

  it('takes JSON alone', async () => {
    const response = await fetch(`${agent.url}/v1/briefs:extract`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(request),
    })
    expect(response.status).toBe(415)
  })

  it('answers 503 while it receives too much at once, and works again afterwards', async () => {
    const { port } = new URL(agent.url)
    const slow = connect(Number(port), '127.0.0.1')
    closeAtEnd({ close: () => slow.destroy() })
    await once(slow, 'connect')
    slow.write(
      `POST /v1/briefs:extract HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n${' '.repeat(9_000)}`,
    )
    const large = withMessage({ text: 'x'.repeat(900) })
    const body = { ...large, messages: [...large.messages, ...many(2, 'y'.repeat(990))] }
    await expect
      .poll(async () => (await extract(`${' '.repeat(5_000)}${JSON.stringify(body)}`)).status)
      .toBe(503)
    slow.destroy()
    await expect.poll(async () => (await extract(request)).status).toBe(200)
  })
})

describe('the companion in a child process', () => {
  it('is started again when it dies, at the same address, and ends with its service', async () => {
    const child = keepAgentChild({
      ...options,
      port: await freePort(),
      log: createLog({ level: 'silent' }),
    })
    closeAtEnd({ close: () => child.stop() })
    await child.ready()
    expect((await extract(request, child.url)).status).toBe(200)
    const before = child.pid() as number
    process.kill(before, 'SIGKILL')
    const answers = () =>
      extract(request, child.url).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(() => isAlive(before)).toBe(false)
    await expect.poll(answers, { timeout: 20_000 }).toBe(200)
    const pid = child.pid() as number
    await child.stop()
    expect(isAlive(pid)).toBe(false)
  })
})

function withMessage(more: object) {
  return { ...request, messages: [{ ...request.messages[0], ...more }] }
}

function many(count: number, text = 'chairs') {
  return Array.from({ length: count }, (_, at) => ({ id: `n${at}`, role: 'buyer', text }))
}

async function extract(body: unknown, url = agent.url) {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const response = await fetch(`${url}/v1/briefs:extract`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: raw as string,
  })
  const { status, headers } = response
  return { status, headers, body: (await response.json()) as Record<string, unknown> }
}
