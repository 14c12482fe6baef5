import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createParser } from 'eventsource-parser'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createEventStreamParser } from '../src/event-stream.ts'
import { createClient, type SearchEvent } from '../src/index.ts'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((closed) => (server ? server.close(closed) : closed(undefined)))
})

describe('followSearch', () => {
  it('yields every event once when connections are lost, even in the middle of an event', async () => {
    const { client, seen } = await aService(
      (response) =>
        void begin(response).write(text(1) + text(2).slice(0, 20), () => response.destroy()),
      (response) => void begin(response).end(text(2) + text(3)),
      (response) => void begin(response).end(': keep-alive\n\n'),
      (response) => void begin(response).end(last(4)),
    )
    expect(await all(client.followSearch('srch_1'))).toEqual([
      'srch_1/1',
      'srch_1/2',
      'srch_1/3',
      'srch_1/4',
    ])
    expect(seen.map((headers) => headers['last-event-id'])).toEqual([
      undefined,
      'srch_1/1',
      'srch_1/3',
      'srch_1/3',
    ])
    expect(new Set(seen.map((headers) => headers['x-api-key']))).toEqual(new Set(['<API_KEY>']))
  })

  it('ends with the search, and when the caller leaves', async () => {
    const { client } = await aService((response) => void response.writeHead(204).end())
    expect(await all(client.followSearch('srch_1', { lastEventId: 'srch_1/9' }))).toEqual([])
    server?.close()
    let gone = false
    const second = await aService((response) => {
      response.once('close', () => {
        gone = true
      })
      begin(response).write(text(1))
    })
    for await (const { id } of second.client.followSearch('srch_1')) {
      expect(id).toBe('srch_1/1')
      break
    }
    await expect.poll(() => gone).toBe(true)
  })

  it('waits as long as the service asks, and throws errors that a retry cannot mend', async () => {
    const { client } = await aService(
      (response) => void response.writeHead(503, { 'retry-after': '0' }).end('{}'),
      (response) =>
        void response
          .writeHead(404)
          .end(
            '{"success":false,"meta":{"code":"catalog.search_not_found"},"error":"There is no such search."}',
          ),
    )
    await expect(all(client.followSearch('srch_1'))).rejects.toMatchObject({
      code: 'catalog.search_not_found',
      status: 404,
    })
  })

  it('reconnects when a connection is silent, and gives up after the last attempt', async () => {
    const { client, tried } = await aService((response) => void begin(response))
    const following = all(client.followSearch('srch_1', { silenceMs: 20, failuresMax: 2 }))
    await expect(following).rejects.toMatchObject({ code: 'sdk.unreachable' })
    // Of which a busy machine may give one up before it has arrived.
    expect(tried).toHaveLength(3)
  })

  it('stops with the reason of the abort signal', async () => {
    const { client } = await aService((response) => void begin(response).write(text(1)))
    const stopping = new AbortController()
    const following = all(client.followSearch('srch_1', { signal: stopping.signal }))
    setTimeout(() => stopping.abort(new Error('enough')), 20)
    await expect(following).rejects.toThrow('enough')
  })
})

describe('the parser', () => {
  it('agrees with a published parser wherever the text is split', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        'data',
        'data:',
        ': comment',
        'event: products',
        'id: a/1',
        'retry: 7',
        'retry: x',
      ),
      fc.string().map((value) => `data: ${value.replace(/[\r\n]/g, '')}`),
      fc.string().map((value) => `id: ${value.replace(/[\r\n\0]/g, '')}`),
    )
    const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')))
    fc.assert(
      fc.property(lines, fc.array(fc.nat(40)), (given, cuts) => {
        const whole = `${given.map(([one, end]) => one + end).join('')}\n`
        const theirs: unknown[] = []
        const parser = createParser({
          onEvent: ({ event = 'message', data }) => theirs.push({ event, data }),
        })
        parser.feed(whole)
        const parse = createEventStreamParser()
        const ours: unknown[] = []
        let at = 0
        for (const length of [...cuts, whole.length]) {
          const { events } = parse(whole.slice(at, at + length))
          ours.push(...events.map(({ event, data }) => ({ event, data })))
          at += length
        }
        expect(ours).toEqual(theirs)
      }),
      { seed: 2_026 },
    )
  })
})

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A service over real HTTP that answers each connection with the next of these. */
async function aService(...answers: Answer[]) {
  const seen: IncomingMessage['headers'][] = []
  server = createServer((request, response) => {
    seen.push(request.headers)
    answers[Math.min(seen.length, answers.length) - 1]?.(response, request)
  })
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const tried: string[] = []
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    apiKey: '<API_KEY>',
    fetch: (request) => {
      tried.push(request.url)
      return fetch(request)
    },
  })
  return { client, seen, tried }
}

async function all(events: AsyncIterable<SearchEvent>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of events) ids.push(id)
  return ids
}

const text = (
  number: number,
  event = 'source',
  data: unknown = { source: 'catalog', found: number },
) => `id: srch_1/${number}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const last = (number: number) => text(number, 'search.completed', { state: 'COMPLETED' })

const begin = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write('retry: 5\n\n')
  return response
}
