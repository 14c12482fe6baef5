import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { anHttp, as } from '../http/http.fixture.ts'
import { listRoutes } from './index.ts'
import { readChanges, readRows } from './read-rows.ts'
import {
  asBuyer,
  createThings,
  insertThing,
  shelfList,
  thingList,
  useThing,
  wholePage,
} from './things.fixture.ts'
import { updatedThrough } from './updated-through.ts'

const database = await useDatabase()
const { pool } = database
await createThings(pool)
const http = await anHttp(listRoutes(database, thingList, shelfList))

type Answer = {
  readonly data: { id: string }[]
  readonly meta: { nextCursor?: string; updatedThrough?: string; details?: unknown }
}

beforeEach(async () => {
  await sql`/* across companies: every test starts empty */ delete from lists.things`.execute(pool)
})

describe('a list', () => {
  it('shows the rows of the company, page after page, newest first', async () => {
    for (const id of ['thg_1', 'thg_2', 'thg_3']) await insertThing(pool, { id })
    await insertThing(pool, { id: 'thg_4', companyId: 'co_two' })
    const first = await read('?limit=2')
    expect(idsOf(first)).toEqual(['thg_3', 'thg_2'])
    const second = await read(`?limit=2&cursor=${first.meta.nextCursor}`)
    expect(idsOf(second)).toEqual(['thg_1'])
    expect(second.meta).toEqual({ limit: 2 })
  })

  it('takes each of its filters', async () => {
    await insertThing(pool, { id: 'thg_1', name: 'red' })
    await insertThing(pool, { id: 'thg_2', name: 'red', state: 'USED' })
    await insertThing(pool, { id: 'thg_3', name: 'blue', state: 'USED' })
    expect(idsOf(await read('?state=USED'))).toEqual(['thg_3', 'thg_2'])
    expect(idsOf(await read('?state=USED&q=red'))).toEqual(['thg_2'])
  })

  it('is read in any of its orders, across pages with equal values', async () => {
    await insertThing(pool, { id: 'thg_1', price: 300 })
    await insertThing(pool, { id: 'thg_2', price: 100 })
    await insertThing(pool, { id: 'thg_3', price: 100 })
    const first = await read('?sort=price&limit=1')
    const second = await read(`?sort=price&limit=1&cursor=${first.meta.nextCursor}`)
    const third = await read(`?sort=price&limit=1&cursor=${second.meta.nextCursor}`)
    expect([first, second, third].flatMap(idsOf)).toEqual(['thg_2', 'thg_3', 'thg_1'])
  })

  it('refuses a cursor of another order or filter, and an order that it does not have', async () => {
    for (const id of ['thg_1', 'thg_2']) await insertThing(pool, { id })
    const { meta } = await read('?limit=1')
    const refused = await Promise.all(
      [
        `?limit=1&sort=price&cursor=${meta.nextCursor}`,
        `?state=NEW&cursor=${meta.nextCursor}`,
        '?sort=size',
      ].map(statusOf),
    )
    expect(refused).toEqual([400, 400, 400])
  })

  it('answers 304 to a client that has the page, until a row changes', async () => {
    await insertThing(pool, { id: 'thg_1' })
    const { headers } = await http.inject({ url: '/api/v1/things', headers: as('buyer') })
    const again = () =>
      http.inject({
        url: '/api/v1/things',
        headers: { ...as('buyer'), 'if-none-match': String(headers.etag) },
      })
    const unchanged = await again()
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
    await useThing(pool, 'thg_1')
    expect((await again()).statusCode).toBe(200)
  })
})

describe('a list whose module reads the rows', () => {
  it('has pages, filters with defaults, items under a name, and columns in the order of its definition', async () => {
    const at = async (query: string) =>
      (await http.inject({ url: `/api/v1/shelves${query}`, headers: as('buyer') })).json()
    const first = await at('?limit=2')
    expect(first.data.shelves).toEqual([
      { level: 1, language: 'en' },
      { level: 2, language: 'en' },
    ])
    const second = await at(`?limit=2&cursor=${first.meta.nextCursor}`)
    expect([second.data.shelves, second.meta]).toEqual([
      [{ level: 3, language: 'en' }],
      { limit: 2 },
    ])
    expect((await at('?from=3')).data.shelves).toHaveLength(1)
    expect(http.openapi()).toMatchObject({
      paths: {
        '/api/v1/shelves': {
          get: {
            'x-list': {
              columns: [{ path: 'language' }, { path: 'level' }],
              within: 'shelves',
            },
          },
        },
      },
    })
  })
})

describe('a reading by changes', () => {
  it('shows the earliest change first, and nothing of the last minute', async () => {
    await insertThing(pool, { id: 'thg_1', secondsAgo: 90 })
    await insertThing(pool, { id: 'thg_2', secondsAgo: 120 })
    await insertThing(pool, { id: 'thg_3', secondsAgo: 30 })
    const all = await read('?sort=updatedAt')
    expect(idsOf(all)).toEqual(['thg_2', 'thg_1'])
    const behindMs = Date.now() - Date.parse(String(all.meta.updatedThrough))
    expect(behindMs).toBeGreaterThanOrEqual(60_000)
    const next = await read(`?updatedAfter=${all.meta.updatedThrough}`)
    expect(idsOf(next)).toEqual([])
  })

  it('ends each of its pages at the time of the first', async () => {
    for (const [at, id] of ['thg_1', 'thg_2', 'thg_3'].entries()) {
      await insertThing(pool, { id, secondsAgo: 100 - at })
    }
    const first = await read('?sort=updatedAt&limit=2')
    await useThing(pool, 'thg_3')
    const second = await read(`?sort=updatedAt&limit=2&cursor=${first.meta.nextCursor}`)
    expect(idsOf(second)).toEqual([])
    expect(second.meta.updatedThrough).toBe(first.meta.updatedThrough)
    const through = await updatedThrough(pool, 0)
    const window = { updatedAfter: first.meta.updatedThrough, through }
    const { found } = await readChanges(pool, thingList, asBuyer, window, wholePage)
    expect(found.map(({ row }) => row)).toMatchObject([{ id: 'thg_3', state: 'USED' }])
  })

  it('never misses a row whose transaction commits late', async () => {
    await insertThing(pool, { id: 'thg_late' })
    await insertThing(pool, { id: 'thg_prompt' })
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: hasWritten, resolve: wrote } = Promise.withResolvers<void>()
    const late = database.transaction(async (tx) => {
      await useThing(tx, 'thg_late')
      wrote()
      await mayCommit
    })
    await hasWritten
    await useThing(pool, 'thg_prompt')
    // Without the minute that usually hides such a transaction.
    const before = await changesUpTo(await updatedThrough(pool, 0))
    commit()
    await late
    const after = await changesUpTo(await updatedThrough(pool, 0), before.through)
    expect(before.used).toEqual([])
    expect(after.used).toEqual(['thg_late', 'thg_prompt'])
  })

  it('is not held back by a transaction that only reads', async () => {
    await insertThing(pool, { id: 'thg_1' })
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: hasRead, resolve: read } = Promise.withResolvers<void>()
    const reading = database.transaction(async (tx) => {
      const byId = { keys: { 't.id': 'text' }, direction: 'asc' } as const
      await readRows(tx, thingList, asBuyer, byId, wholePage)
      read()
      await mayEnd
    })
    await hasRead
    await useThing(pool, 'thg_1')
    await sql`select pg_sleep(0.002)`.execute(pool)
    const { used } = await changesUpTo(await updatedThrough(pool, 0))
    end()
    await reading
    expect(used).toEqual(['thg_1'])
  })

  it('stops after a number of rows where a filter leaves most of them out, and goes on from there', async () => {
    for (const [at, id] of ['thg_1', 'thg_2', 'thg_3', 'thg_4', 'thg_5'].entries()) {
      await insertThing(pool, { id, secondsAgo: 100 - at, state: at === 4 ? 'USED' : 'NEW' })
    }
    const window = { updatedAfter: undefined, through: await updatedThrough(pool) }
    const request = { ...asBuyer, query: { state: 'USED' } }
    const readFrom = (after: (string | number)[] | undefined) =>
      readChanges(pool, thingList, request, window, { after, limit: 10 }, 2)
    const first = await readFrom(undefined)
    expect([first.found, first.continuesAfter?.at(-1)]).toEqual([[], 'thg_2'])
    const second = await readFrom([...(first.continuesAfter ?? [])])
    expect([second.found, second.continuesAfter?.at(-1)]).toEqual([[], 'thg_4'])
    const third = await readFrom([...(second.continuesAfter ?? [])])
    expect(third.found.map(({ row }) => row)).toMatchObject([{ id: 'thg_5' }])
    expect(third.continuesAfter).toBeUndefined()
  })

  it('has one order: another one is refused', async () => {
    const { statusCode, body } = await http.inject({
      url: '/api/v1/things?updatedAfter=2026-01-01T00:00:00Z&sort=price',
      headers: as('buyer'),
    })
    expect(statusCode).toBe(400)
    expect((JSON.parse(body) as Answer).meta.details).toEqual({
      problems: [{ path: 'query.sort', message: 'updatedAfter works with sort=updatedAt only' }],
    })
  })
})

describe('the file of a list', () => {
  it('has a line for each row, beyond one page, and no cell that a spreadsheet runs', async () => {
    await sql`insert into lists.things select 'co_one', 'thg_' || lpad(n::text, 4, '0'), '=1+' || n, 'NEW', 5 * n
      from generate_series(1, 1203) n`.execute(pool)
    const { body, headers } = await http.inject({
      url: '/api/v1/things.csv?sort=price',
      headers: as('buyer'),
    })
    const lines = body.trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '"id","name","state","price.amount","price.currency","madeAt","maker.city","tags"',
    )
    expect(lines[1]).toBe('"thg_0001","\'=1+1","NEW","0.05","EUR","","Hamburg","a b"')
    expect(lines).toHaveLength(1_204)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="things.csv"')
  })

  it('takes the filters of the list and reads by changes', async () => {
    await insertThing(pool, { id: 'thg_1', secondsAgo: 90 })
    await insertThing(pool, { id: 'thg_2', secondsAgo: 120, state: 'USED' })
    const { body, headers } = await http.inject({
      url: '/api/v1/things.csv?updatedAfter=2026-01-01T00:00:00Z&state=USED',
      headers: as('buyer'),
    })
    expect(body.trimEnd().split('\r\n').slice(1)).toEqual([
      '"thg_2","thg_2","USED","1","EUR","","Hamburg","a b"',
    ])
    expect(Date.parse(String(headers['updated-through']))).toBeLessThan(Date.now())
  })

  it('keeps no connection while the client reads slowly', async () => {
    await sql`insert into lists.things select 'co_one', 'thg_' || lpad(n::text, 5, '0'), repeat('x', 2000), 'NEW', n
      from generate_series(1, 20000) n`.execute(pool)
    const origin = await http.listen({ port: 0, host: '127.0.0.1' })
    const { body } = await fetch(`${origin}/api/v1/things.csv`, {
      headers: as('buyer'),
    })
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    // The rest, 40 MB, does not fit into the buffers of the connection: the file waits for its reader.
    await expect.poll(() => database.load().busy, { timeout: 20_000 }).toBe(0)
    await reader.cancel()
  })

  it('is refused to a company with three downloads, and not to another one', async () => {
    // The file of the test before gives its place back a moment after its reader has left.
    const others = await vi.waitFor(() => takeEach(['co_one', 'co_one', 'co_one']), 20_000)
    const download = (caller: string) =>
      http.inject({ url: '/api/v1/things.csv', headers: as(caller) })
    const refused = await download('buyer')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10'])
    expect(refused.json().meta).toMatchObject({
      code: 'platform.downloads_too_many',
      details: { downloadsMax: 3 },
    })
    others.push(...takeEach(Array.from({ length: 21 }, (_, at) => `co_${at}`)))
    expect(() => http.downloads.take('co_last')).toThrow(
      expect.objectContaining({ code: 'platform.downloads_full', status: 503 }),
    )
    for (const end of others) end()
    // A place is free again after each download, whether it was sent or refused.
    for (let at = 0; at < 5; at++) expect((await download('buyer')).statusCode).toBe(200)
  })
})

/** A place for each of the companies, or none at all. */
function takeEach(companyIds: readonly string[]): (() => void)[] {
  const taken: (() => void)[] = []
  try {
    for (const companyId of companyIds) taken.push(http.downloads.take(companyId))
    return taken
  } catch (error) {
    for (const end of taken) end()
    throw error
  }
}

async function read(query: string): Promise<Answer> {
  const { body } = await http.inject({ url: `/api/v1/things${query}`, headers: as('buyer') })
  return JSON.parse(body) as Answer
}

async function statusOf(query: string): Promise<number> {
  return (await http.inject({ url: `/api/v1/things${query}`, headers: as('buyer') })).statusCode
}

const idsOf = ({ data }: Answer) => data.map(({ id }) => id)

async function changesUpTo(through: string, updatedAfter?: string) {
  const window = { updatedAfter, through }
  const { found } = await readChanges(pool, thingList, asBuyer, window, wholePage)
  const rows = found.map(({ row }) => row as { id: string; state: string })
  return { through, used: rows.filter(({ state }) => state === 'USED').map(({ id }) => id) }
}
