import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { answers, ok } from '../answering/envelope.ts'
import { anHttp } from '../http.fixture.ts'
import type { Http, HttpOptions, Routes } from '../types.ts'

const handled: string[] = []
let running: Http | undefined

afterEach(async () => {
  await running?.close()
  running = undefined
  handled.length = 0
})

describe('a connection', () => {
  it('gets 413 before a too large body is read, by length and in chunks', async () => {
    const port = await listening()
    const declared = await say(port, post(['Content-Length: 5000000'], '{"text":"'))
    expect(declared).toMatch(/^HTTP\/1\.1 413 /)
    expect(bodyOf(declared)).toMatchObject({ meta: { code: 'platform.body_too_large' } })

    const chunk = 'x'.repeat(2_000)
    const chunked = `${chunk.length.toString(16)}\r\n${chunk}\r\n`
    const streamed = await say(port, post(['Transfer-Encoding: chunked'], chunked))
    expect(streamed).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('gets 401 before it has sent its body', async () => {
    const port = await listening()
    for (const credential of ['X-Other: x', 'X-Api-Key: nobody']) {
      const headers = [
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 900000',
        credential,
      ]
      const socket = await open(port)
      socket.write(`POST /closed HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      // The client gets the whole answer and then the end: a client that does not send its body cannot keep the connection.
      const answer = await rest(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 401 /)
      expect(bodyOf(answer)).toMatchObject({ meta: { code: 'identity.credentials_required' } })
    }
  })

  it('continues when the unread body came all the same', async () => {
    const port = await listening()
    const socket = await open(port)
    const body = JSON.stringify({ text: 'x'.repeat(100_000) })
    const head = (last: string) =>
      [
        'POST /closed HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        last,
      ].join('\r\n')
    socket.write(`${head('X-Other: x')}\r\n\r\n${body}`)
    socket.write(`${head('X-Api-Key: writer')}\r\nConnection: close\r\n\r\n${body}`)
    const answers = (await rest(socket)).match(/HTTP\/1\.1 \d+/g)
    expect(answers).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
  })

  it('with Expect: 100-continue gets it after the access check', async () => {
    const port = await listening()
    const body = '{"text":"abc"}'
    const ask = (credential: string) =>
      [
        'POST /closed HTTP/1.1',
        'Host: x',
        'Expect: 100-continue',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        credential,
        '',
        '',
      ].join('\r\n')

    const refused = await say(port, ask('X-Other: x'))
    expect(refused).toMatch(/^HTTP\/1\.1 401 /)
    expect(refused).toMatch(/\r\nconnection: close\r\n/i)

    const socket = await open(port)
    socket.write(ask('X-Api-Key: writer\r\nConnection: close'))
    const [leave] = (await once(socket, 'data')) as [Buffer]
    expect(leave.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(body)
    const answer = await rest(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(bodyOf(answer)).toMatchObject({ data: 3 })
  })

  it.each([
    ['/closed', 1_048_576],
    ['/auth/closed', 65_536],
    ['/admin/closed', 65_536],
    ['/notifications/closed', 65_536],
  ])('to %s may send bodies of up to %i bytes', async (url, bytes) => {
    running = await anHttp(routes)
    const send = (length: number) =>
      running?.inject({
        method: 'POST',
        url,
        headers: { 'x-api-key': 'writer', 'content-type': 'application/json' },
        payload: `{"text":"${'x'.repeat(length - 11)}"}`,
      })
    expect((await send(bytes))?.statusCode).toBe(200)
    const larger = await send(bytes + 1)
    expect(larger?.statusCode).toBe(413)
    expect(larger?.json()).toMatchObject({ meta: { code: 'platform.body_too_large' } })
  })

  it('with two lengths, two hosts or two credentials is refused', async () => {
    const port = await listening()
    const body = '{"text":"a"}'
    const twoLengths = await say(port, post(['Content-Length: 12', 'Content-Length: 5'], body))
    expect(twoLengths).toMatch(/^HTTP\/1\.1 400 /)
    const both = await say(port, post(['Content-Length: 12', 'Transfer-Encoding: chunked'], body))
    expect(both).toMatch(/^HTTP\/1\.1 400 /)
    for (const header of [
      'Host: y',
      'X-Api-Key: reader\r\nX-Api-Key: writer',
      'Content-Type: text/plain',
    ]) {
      const answer = await say(port, post(['Content-Length: 12', header], body))
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(bodyOf(answer)).toMatchObject({ meta: { code: 'platform.headers_invalid' } })
    }
  })

  it('without HTTP is answered in the envelope', async () => {
    const port = await listening()
    const answer = await say(port, 'NONSENSE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer)).toMatchObject({
      success: false,
      meta: {
        code: 'platform.headers_invalid',
        requestId: expect.stringMatching(/^req_/),
        docs: '/docs/failure-codes#platformheaders_invalid',
      },
    })
    const large = await say(port, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1\.1 4(?:00|31) /)
  })

  it('with an unfinished request is closed', async () => {
    const port = await listening({ requestTimeoutMs: 300 })
    const answer = await say(port, post(['Content-Length: 12'], '{"tex'))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('that ends in the middle harms nobody', async () => {
    const port = await listening()
    const slow = await open(port)
    slow.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    const uploading = await open(port)
    uploading.write(post(['Content-Length: 500'], '{"text":"'))
    await expect.poll(() => handled).toEqual(['begun'])
    slow.resetAndDestroy()
    uploading.resetAndDestroy()
    await expect.poll(() => handled).toEqual(['begun', 'done'])
    expect(await say(port, post(['Content-Length: 12'], '{"text":"a"}'))).toMatch(/ 200 /)
  })

  it('is served to its end when the server closes, and then closed', async () => {
    const port = await listening()
    const idle = await open(port)
    const slow = await open(port)
    slow.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => handled).toEqual(['begun'])
    const [answer] = await Promise.all([rest(slow), rest(idle), running?.close()])
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    await expect(open(port)).rejects.toThrow('ECONNREFUSED')
  })

  it('is cut off when it delays the shutdown too long', async () => {
    const port = await listening({ drainMs: 50 })
    const slow = await open(port)
    slow.on('error', () => undefined)
    slow.write('GET /hangs HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => handled).toEqual(['begun'])
    const [answer] = await Promise.all([rest(slow), running?.close()])
    // The server did not wait for this request. Otherwise it would get an answer.
    expect(answer).toBe('')
  })
})

async function listening(options: Partial<HttpOptions> = {}): Promise<number> {
  running = await anHttp(routes, options)
  await running.listen({ port: 0, host: '127.0.0.1' })
  return (running.server.address() as AddressInfo).port
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Everything that the server sends until it closes the connection. */
async function rest(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  await once(socket, 'close')
  return text
}

async function say(port: number, request: string): Promise<string> {
  const socket = await open(port)
  socket.write(request)
  return rest(socket)
}

const routes: Routes = async (http) => {
  http.post(
    '/echo',
    {
      config: { access: 'public' },
      bodyLimit: 1_000,
      schema: {
        operationId: 'echo',
        body: Type.Object({ text: Type.String() }),
        response: answers(Type.String()),
      },
    },
    async ({ body }) => ok(body.text),
  )
  http.get('/slow', { config: { access: 'public' } }, async () => {
    handled.push('begun')
    await sleep(300)
    handled.push('done')
    return { done: true }
  })
  http.get('/hangs', { config: { access: 'public' } }, async () => {
    handled.push('begun')
    return new Promise<{ done: boolean }>(() => undefined)
  })
  http.get('/closed', { config: { access: 'orders:read' } }, async () => ({}))
  const text = Type.Object({ text: Type.String() })
  for (const url of ['/closed', '/auth/closed', '/admin/closed', '/notifications/closed']) {
    const schema = { operationId: `close ${url}`, body: text, response: answers(Type.Integer()) }
    http.post(url, { config: { access: 'orders:write' }, schema }, async ({ body }) =>
      ok(body.text.length),
    )
  }
}

const bodyOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown

const post = (headers: readonly string[], body: string) =>
  `${['POST /echo HTTP/1.1', 'Host: x', 'Connection: close', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n${body}`
