import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { closeAtEnd } from '#testing/close-at-end'
import { createOutbound, type StreamRequest } from './index.ts'

let handle: (request: IncomingMessage, response: ServerResponse) => void
const server = closeAtEnd(createServer((request, response) => handle(request, response)))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'purveyor/1' }))

describe('a streamed call', () => {
  it('hands over each piece as it arrives, and sends the body with its headers', async () => {
    let sent = ''
    let next: () => void = () => undefined
    handle = (request, response) => {
      request.on('data', (piece: Buffer) => {
        sent += piece.toString()
      })
      response.writeHead(201, { 'x-kind': String(request.headers.authorization) })
      response.write('one')
      next = () => response.end('two')
    }
    const { status, headers, body } = await outbound.stream(streamed())
    expect([status, headers['x-kind']]).toEqual([201, 'Bearer ours'])
    const pieces: string[] = []
    for await (const piece of body) {
      pieces.push(piece.toString())
      next()
    }
    expect(pieces).toEqual(['one', 'two'])
    expect(sent).toBe('{"a":1}')
  })

  it('ends with its reader', async () => {
    let closed = false
    handle = (_request, response) => {
      response.on('close', () => {
        closed = true
      })
      response.write('one')
    }
    const { body } = await outbound.stream(streamed())
    for await (const _piece of body) break
    await expect.poll(() => closed).toBe(true)
  })

  it.each([
    ['its head', { headersTimeoutMs: 50 }, () => undefined, 'timeout'],
    ['its next piece', { idleTimeoutMs: 50 }, begin, 'timeout'],
    ['its end', { timeoutMs: 50 }, begin, 'timeout'],
    ['a connection that stays', {}, cutOff, 'network'],
  ] as const)('fails without %s', async (_what, change, answer, reason) => {
    handle = (_request, response) => answer(response)
    const read = async () => {
      const { body } = await outbound.stream(streamed(change))
      for await (const _piece of body);
    }
    await expect(read()).rejects.toMatchObject({ name: 'OutboundFailed', reason })
  })

  it('is called off in its middle', async () => {
    const caller = new AbortController()
    handle = (_request, response) => begin(response)
    const { body } = await outbound.stream(streamed({ signal: caller.signal }))
    const read = async () => {
      for await (const _piece of body) caller.abort()
    }
    await expect(read()).rejects.toMatchObject({ reason: 'aborted' })
  })
})

function begin(response: ServerResponse): void {
  response.write('one')
}

function cutOff(response: ServerResponse): void {
  response.write('one', () => response.destroy())
}

function streamed(change: Partial<StreamRequest> = {}): StreamRequest {
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    method: 'POST',
    headers: { authorization: 'Bearer ours' },
    body: '{"a":1}',
    timeoutMs: 5_000,
    headersTimeoutMs: 5_000,
    idleTimeoutMs: 5_000,
    audience: 'operator',
    ...change,
  }
}
