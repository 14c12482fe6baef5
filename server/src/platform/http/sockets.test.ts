import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { answers, ok } from './envelope.ts'
import { anHttp } from './http.fixture.ts'
import type { Http, HttpOptions, Routes } from './types.ts'

const handled: string[] = []

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
}

let running: Http | undefined

async function listening(options: Partial<HttpOptions> = {}): Promise<number> {
  running = await anHttp(routes, options)
  await running.listen({ port: 0, host: '127.0.0.1' })
  return (running.server.address() as AddressInfo).port
}

afterEach(async () => {
  await running?.close()
  running = undefined
  handled.length = 0
})

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Everything the server says until it closes the connection. */
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

const bodyOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown

const post = (headers: readonly string[], body: string) =>
  `${['POST /echo HTTP/1.1', 'Host: x', 'Connection: close', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n${body}`

describe('a connection', () => {
  it('hears that a body is too large before it is read, by length and in chunks', async () => {
    const port = await listening()
    const declared = await say(port, post(['Content-Length: 5000000'], '{"text":"'))
    expect(declared).toMatch(/^HTTP\/1\.1 413 /)
    expect(bodyOf(declared)).toMatchObject({ meta: { code: 'platform.body_too_large' } })

    const chunk = 'x'.repeat(2_000)
    const chunked = `${chunk.length.toString(16)}\r\n${chunk}\r\n`
    const streamed = await say(port, post(['Transfer-Encoding: chunked'], chunked))
    expect(streamed).toMatch(/^HTTP\/1\.1 413 /)
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

  it('that speaks no HTTP is answered in the envelope', async () => {
    const port = await listening()
    const answer = await say(port, 'NONSENSE\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(answer)).toMatchObject({
      success: false,
      meta: { code: 'platform.headers_invalid', requestId: expect.stringMatching(/^req_/) },
    })
    const large = await say(port, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)
    expect(large).toMatch(/^HTTP\/1\.1 4(?:00|31) /)
  })

  it('that never finishes its request is closed', async () => {
    const port = await listening({ requestTimeoutMs: 300 })
    const answer = await say(port, post(['Content-Length: 12'], '{"tex'))
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('that goes away in the middle harms nobody', async () => {
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

  it('is served to its end when the server closes, and kept alive no longer', async () => {
    const port = await listening()
    const idle = await open(port)
    const slow = await open(port)
    slow.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => handled).toEqual(['begun'])
    const [answer] = await Promise.all([rest(slow), rest(idle), running?.close()])
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    await expect(open(port)).rejects.toThrow('ECONNREFUSED')
  })

  it('is cut off when it holds up the closing for too long', async () => {
    const port = await listening({ drainMs: 50 })
    const slow = await open(port)
    slow.on('error', () => undefined)
    slow.write('GET /hangs HTTP/1.1\r\nHost: x\r\n\r\n')
    await expect.poll(() => handled).toEqual(['begun'])
    const [answer] = await Promise.all([rest(slow), running?.close()])
    // It was not waited for: whoever is waited for gets an answer.
    expect(answer).toBe('')
  })
})
