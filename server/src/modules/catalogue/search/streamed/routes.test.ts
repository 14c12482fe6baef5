import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { sql } from '#platform/db'
import { aProduct } from '#testing/catalog'
import { eventData } from './event-schemas.ts'
import { useSearchService } from './searches.fixture.ts'
import { numbersIn, productIdsIn, type ReceivedEvent, readStream } from './stream-reader.fixture.ts'

const service = await useSearchService()
for (let at = 0; at < 45; at += 1) {
  await aProduct(service.database, {
    name: `Copper pipe ${at}`,
    mpn: `CP-100${at}`,
    moq: 3,
    multiple: 2,
  })
}
service.startWorker()

const validators = new Map(
  Object.entries(eventData).map(([name, schema]) => [name, Compile(schema)] as const),
)

describe('a search and its stream', () => {
  it('returns each product once, with facets, quotes and an end, numbered without a gap', async () => {
    const { id } = await service.begin({ q: 'copper pipe' })
    const response = await streamOf(id)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    const { received, retry } = await readStream(response)
    expectDeclared(received)
    expect(retry).toBe(2_000)
    expect(numbersIn(received)).toEqual(received.map((_, at) => at + 1))
    expect(received.map(({ event }) => event)).toEqual([
      'search.started',
      'products',
      'facets',
      'quote',
      'products',
      'quote',
      'products',
      'quote',
      'source',
      'search.completed',
    ])
    expect(new Set(productIdsIn(received)).size).toBe(45)
    expect(productIdsIn(received)).toHaveLength(45)
    expect(received[2]?.data).toMatchObject({ total: 45, currency: 'EUR', match: 'full' })
    expect(received[3]?.data).toMatchObject({ quotes: [{ quantity: 4 }, ...Array(19).fill({})] })
    expect(received.at(-1)?.data).toMatchObject({ state: 'COMPLETED', products: 45 })
    const read = (await (await service.call(`/api/v1/searches/${id}`)).json()) as { data: object }
    expect(read.data).toMatchObject({
      state: 'COMPLETED',
      match: 'full',
      products: 45,
      lastEventId: received.at(-1)?.id,
      sources: [{ source: 'catalog', status: 'completed', found: 45 }],
    })
  })

  it('keeps to stock and lead time', async () => {
    const { database } = service
    const gear = (letter: string, onHand: number, leadTimeDays: number) =>
      aProduct(database, { name: `Bevel gear ${letter}`, onHand, leadTimeDays })
    const wanted = await gear('A', 20, 2)
    await gear('B', 0, 2)
    await gear('C', 20, 9)
    const filters = { q: 'bevel gear', availability: ['in_stock'], maxLeadTimeDays: 2 }
    const { id } = await service.begin(filters)
    const { received } = await readStream(await streamOf(id))
    expect(productIdsIn(received)).toEqual([wanted.id])
    const facets = received.find(({ event }) => event === 'facets')
    expect(facets?.data).toMatchObject({ total: 1, facets: { brand: [{ count: 1 }] } })
    const query = 'q=bevel%20gear&availability=in_stock&maxLeadTimeDays=2'
    const direct = await readStream(await service.call(`/api/v1/products/stream?${query}`))
    expect(productIdsIn(direct.received)).toEqual([wanted.id])
  })

  it('says when products only come near, and when nothing is found', async () => {
    const partial = await service.begin({ q: 'white copper bolt' })
    const { received } = await readStream(await streamOf(partial.id))
    expectDeclared(received)
    expect(received.find(({ event }) => event === 'facets')?.data).toMatchObject({
      match: 'partial',
    })
    const batch = received.find(({ event }) => event === 'products')?.data as {
      products: { match: object }[]
    }
    expect(batch.products[0]?.match).toEqual({ kind: 'near' })
    const matchOf = async (id: string) => {
      const read = await (await service.call(`/api/v1/searches/${id}`)).json()
      return (read as { data: { match?: string } }).data.match
    }
    expect(await matchOf(partial.id)).toBe('partial')
    const none = await service.begin({ q: 'xyzzyplugh' })
    await readStream(await streamOf(none.id))
    expect(await matchOf(none.id)).toBe('none')
  })

  it('continues after Last-Event-ID, by header or query, and answers 204 after the last', async () => {
    const { id } = await service.begin({ q: 'copper pipe' })
    const { received } = await readStream(await streamOf(id))
    const rest = await readStream(await streamOf(id, { 'last-event-id': `${id}/4` }))
    expect(rest.received).toEqual(received.slice(4))
    const byQuery = await service.call(`/api/v1/searches/${id}/stream?lastEventId=${id}/7`)
    expect((await readStream(byQuery)).received).toEqual(received.slice(7))
    expect((await streamOf(id, { 'last-event-id': `${id}/10` })).status).toBe(204)
  })

  it('returns at most the requested number of products, and is open to the whole company', async () => {
    const { id } = await service.begin({ q: 'copper', limit: 25, currency: 'EUR', sort: 'name' })
    const { received } = await readStream(await streamOf(id))
    expect(productIdsIn(received)).toHaveLength(25)
    const source = { source: 'catalog', status: 'completed', found: 45 }
    expect(received.find(({ event }) => event === 'source')?.data).toEqual(source)
    const read = await (await service.call(`/api/v1/searches/${id}`)).json()
    expect(read).toMatchObject({ data: { products: 25, sources: [source] } })
  })

  it('starts and streams in one request, and resumes the same search by its event ids', async () => {
    const url = '/api/v1/products/stream?q=copper%20pipe&limit=30'
    const first = await readStream(await service.call(url), (received) => received.length >= 3)
    const last = first.received.at(-1)?.id ?? ''
    const rest = await readStream(await service.call(url, { headers: { 'last-event-id': last } }))
    const all = [...first.received, ...rest.received]
    expect(numbersIn(all)).toEqual(all.map((_, at) => at + 1))
    expect(productIdsIn(all)).toHaveLength(30)
    const other = service.call('/api/v1/products/stream?q=other', {
      headers: { 'last-event-id': last },
    })
    expect(await refusalOf(other)).toMatchObject({ status: 400, code: 'catalog.event_id_invalid' })
  })

  describe('with a ticket for a single request', () => {
    const search = '&q=copper%20pipe&limit=30'
    const urlFor = async (caller?: string) => {
      const path = '/api/v1/products/stream/tickets'
      const { data } = (await (await service.call(path, { method: 'POST' }, caller)).json()) as {
        data: { url: string; ticket: string; expiresAt: string }
      }
      expect(data.url).toBe(`/api/v1/products/stream?ticket=${data.ticket}`)
      return data.url
    }
    const open = (url: string, headers: Record<string, string> = {}) =>
      fetch(`${service.baseUrl}${url}`, { headers })

    it('starts, resumes with a new ticket, and accepts no ticket twice', async () => {
      const url = await urlFor()
      const first = await readStream(await open(url + search), (received) => received.length >= 3)
      expectDeclared(first.received)
      const last = first.received.at(-1)?.id ?? ''
      const fresh = await urlFor()
      const rest = await readStream(await open(fresh + search, { 'last-event-id': last }))
      const all = [...first.received, ...rest.received]
      expect(numbersIn(all)).toEqual(all.map((_, at) => at + 1))
      expect(productIdsIn(all)).toHaveLength(30)
      // One ticket is good for another question.
      const { received } = await readStream(await open(`${fresh}&q=nothing-of-the-kind`))
      expect(received.at(-1)?.event).toBe('search.completed')
      const { rows } = await sql<{ kept: number }>`
        /* across companies: no search keeps one */
        select count(*)::integer as kept from search.searches where request::text like '%ticket%'
      `.execute(service.database.pool)
      expect(rows).toEqual([{ kept: 0 }])
    })

    it('opens nothing else, grants no more than its holder has, and is refused beside a header', async () => {
      const url = await urlFor()
      const [, ticket] = url.split('=')
      const { id, stream } = await service.begin({ q: 'copper' })
      const [, own] = stream.url.split('=')
      const refused = { status: 401, code: 'identity.ticket_refused' }
      for (const path of [
        `/api/v1/searches/${id}/stream?ticket=${ticket}`,
        `/api/v1/products/stream?ticket=${own}`,
        '/api/v1/products/stream?ticket=x',
      ]) {
        expect(await refusalOf(open(path)), path).toEqual(refused)
      }
      expect((await open(`/api/v1/searches/${id}?ticket=${ticket}`)).status).toBe(401)
      const again = `${service.baseUrl}/api/v1/products/stream/tickets?ticket=${ticket}`
      expect((await fetch(again, { method: 'POST' })).status).toBe(401)
      const theirs = open(`${await urlFor('stranger')}&q=copper&limit=100`, {
        'last-event-id': `${id}/1`,
      })
      expect((await refusalOf(theirs)).status).toBe(404)
      const both = open(url, { 'x-api-key': 'buyer' })
      expect((await refusalOf(both)).code).toBe('identity.ambiguous_credentials')
      for (const [caller, status] of [
        ['nobody', 401],
        ['nothing', 403],
      ] as const) {
        const asked = service.call('/api/v1/products/stream/tickets', { method: 'POST' }, caller)
        expect((await asked).status).toBe(status)
      }
    })
  })

  it('says of sources outside the catalogue that there are none yet', async () => {
    const { id } = await service.begin({ q: 'copper', sources: ['catalog', 'external'] })
    const { received } = await readStream(await streamOf(id))
    expectDeclared(received)
    const sources = received.filter(({ event }) => event === 'source').map(({ data }) => data)
    expect(sources).toContainEqual({ source: 'external', status: 'not_configured', found: 0 })
  })

  it.each(['', '%00', 'تابل نحاس', '🔌 🪛', '\ud800', '"', '---', '\u202egnp'])(
    'accepts %j as a query',
    async (q) => {
      const response = await service.call(
        `/api/v1/products/stream?q=${encodeURIComponent(q.toWellFormed())}`,
      )
      const { received } = await readStream(response)
      expect(received.at(-1)?.event).toBe('search.completed')
    },
  )

  it('refuses broken UTF-8 in a body and reads it as text in an address', async () => {
    const response = await service.call('/api/v1/products/stream?q=%ED%A0%80copper')
    expect((await readStream(response)).received.at(-1)?.event).toBe('search.completed')
    const body = Buffer.concat([Buffer.from('{"q":"'), Buffer.of(0xff, 0xfe), Buffer.from('"}')])
    const headers = { 'content-type': 'application/json' }
    const refused = await service.call('/api/v1/searches', { method: 'POST', headers, body })
    expect(refused.status).toBe(400)
  })
})

describe('a stream is refused', () => {
  it.each([
    [{ minPrice: -1 }, 400, 'catalog.price_range_invalid'],
    [{ minPrice: 2, maxPrice: 1 }, 400, 'catalog.price_range_invalid'],
    [{ currency: 'EURO' }, 400, 'catalog.currency_unknown'],
    [{ country: 'Germany' }, 400, 'catalog.country_unknown'],
    [{ maxPrice: 5, currency: 'USD' }, 422, 'fx.rate_unavailable'],
    [{ sources: ['catalog', 'catalog'] }, 400, 'catalog.search_source_doubled'],
    [{ sources: ['everywhere'] }, 400, 'platform.request_invalid'],
    [{ limit: 0 }, 400, 'platform.request_invalid'],
    [{ limit: 1_001 }, 400, 'platform.request_invalid'],
    [{ cursor: 'x' }, 400, 'platform.request_invalid'],
  ])('%j with %i %s', async (body, status, code) => {
    await expect(service.begin(body)).rejects.toThrow(code)
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(body)) {
      for (const one of [value].flat()) query.append(name, String(one))
    }
    const refused = await refusalOf(service.call(`/api/v1/products/stream?${query}`))
    expect(refused).toMatchObject({ status, code })
  })

  it.each(['x', '7', '0', '-1', 'srch_/1', 'SELF/0', 'SELF/99', 'SELF/1.5', 'SELF/1 ', 'OTHER/1'])(
    'Last-Event-ID %s',
    async (given) => {
      const [{ id }, other] = await Promise.all([service.begin({}), service.begin({})])
      await readStream(await streamOf(id))
      const text = given.replace('SELF', id).replace('OTHER', other.id)
      const refused = service.call(
        `/api/v1/searches/${id}/stream?lastEventId=${encodeURIComponent(text)}`,
      )
      expect(await refusalOf(refused)).toMatchObject({
        status: 400,
        code: 'catalog.event_id_invalid',
      })
    },
  )

  it('to a person without the right to read products, and to another company', async () => {
    const { id } = await service.begin({ q: 'copper' })
    for (const [caller, status] of [
      ['nobody', 401],
      ['nothing', 403],
      ['stranger', 404],
    ] as const) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/stream'],
        ['POST', '/cancel'],
      ] as const) {
        const response = await service.call(`/api/v1/searches/${id}${path}`, { method }, caller)
        expect(response.status, `${caller} ${path}`).toBe(status)
      }
    }
  })
})

async function streamOf(id: string, headers: Record<string, string> = {}) {
  return service.call(`/api/v1/searches/${id}/stream`, { headers })
}

function expectDeclared(received: readonly ReceivedEvent[]): void {
  for (const { event, data } of received) {
    expect(validators.get(event)?.Check(data), `${event} ${JSON.stringify(data)}`).toBe(true)
  }
}

async function refusalOf(response: Promise<Response>) {
  const found = await response
  const body = (await found.json()) as { meta: { code: string } }
  return { status: found.status, code: body.meta.code }
}
