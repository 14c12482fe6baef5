import { randomBytes } from 'node:crypto'
import { Type } from 'typebox'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { Failure } from '#kernel/failure'
import { newId } from '#kernel/id'
import { type Conn, sql } from '#platform/db'
import { claimKey, keepAnswerWithin } from '#platform/idempotency'
import { createSeal } from '#platform/seal'
import { closeAtEnd } from '#testing/close-at-end'
import { answers, ok } from '../answering/envelope.ts'
import { anHttp, as, callers } from '../http.fixture.ts'
import type { Routes } from '../types.ts'

const seal = createSeal([{ kid: 'test', key: randomBytes(32) }])
const Order = Type.Object({ id: Type.String(), name: Type.String(), made: Type.Integer() })
const Body = Type.Object({ name: Type.String() })
/** How often the handlers have run, and how they should behave. */
const script = {
  runs: 0,
  failWith: undefined as Error | undefined,
  until: undefined as Promise<void> | undefined,
  isHurried: false,
}
const unscripted = { ...script }
const written = { last: '/api/v1/lasts' }

const database = await useDatabase()
await sql`create table effects (company_id text not null, id text primary key, name text not null)`.execute(
  database.pool,
)
const many = { quota: 1_000_000, windowSeconds: 60 }
const http = closeAtEnd(
  await anHttp(routes, { database, seal, limits: { credential: many, address: many } }),
)

beforeEach(() => {
  Object.assign(script, unscripted)
})

describe.each(['/api/v1/orders', '/api/v1/notes', written.last])('a POST %s with a key', (url) => {
  it('has one effect and one answer for simultaneous requests', async () => {
    for (let round = 0; round < 5; round += 1) {
      const name = `${url} ${round}`
      const sent = await Promise.all(
        Array.from({ length: 64 }, () => post(url, `${url} at once ${round}`, name)),
      )
      expect(sent.map(({ statusCode }) => statusCode)).toEqual(sent.map(() => 201))
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
      expect(await effectsOf(name)).toBe(1)
      const originals = sent.filter(({ headers }) => !('idempotent-replayed' in headers))
      expect(originals).toHaveLength(1)
    }
    // Twins of a request whose key is written last wait for it, and do no work.
    if (url === written.last) expect(script.runs).toBe(5)
  })

  it('gets the same bytes again, with the key quoted or bare', async () => {
    const first = await post(url, `${url} again`, `${url} again`)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    for (const key of [`${url} again`, `"${url} again"`]) {
      const second = await post(url, key, `${url} again`)
      expect([second.statusCode, second.body]).toEqual([201, first.body])
      expect(second.headers['idempotent-replayed']).toBe('true')
      expect(second.headers['content-type']).toBe(first.headers['content-type'])
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    }
    expect(await effectsOf(`${url} again`)).toBe(1)
    // A key that is written last is not looked up first.
    expect(script.runs).toBe(url === written.last ? 3 : 1)
  })

  it('is refused for other content, and independent for other callers', async () => {
    await post(url, `${url} content`, `${url} content`)
    const other = await post(url, `${url} content`, 'something else')
    expect([other.statusCode, other.json().meta.code]).toEqual([
      422,
      'platform.idempotency_key_reused',
    ])
    const elsewhere = await post('/api/v1/quotes', `${url} content`, `${url} content`)
    expect(elsewhere.statusCode).toBe(422)
    const colleague = await post(url, `${url} content`, `${url} content`, 'buyer')
    expect(colleague.headers['idempotent-replayed']).toBeUndefined()
    const stranger = await post(url, `${url} content`, `${url} content`, 'otherBuyer')
    expect(stranger.headers['idempotent-replayed']).toBeUndefined()
    expect(await effectsOf(`${url} content`)).toBe(3)
  })

  it.each([
    ['an expected failure', new Failure('x.y', { status: 422, message: 'No.' }, {}), 422],
    ['a bug', new Error('bug'), 500],
    ['a lost connection', Object.assign(new Error('x'), { code: 'ECONNRESET' }), 503],
  ])('may be sent again after %s', async (reason, failure, status) => {
    script.failWith = failure
    expect((await post(url, `${url} fails ${status}`, `${url} ${reason}`)).statusCode).toBe(status)
    expect(await effectsOf(`${url} ${reason}`)).toBe(0)
    script.failWith = undefined
    const second = await post(url, `${url} fails ${status}`, `${url} ${reason}`)
    expect(second.statusCode).toBe(201)
    expect(second.headers['idempotent-replayed']).toBeUndefined()
    // After a failure the key is free for other content as well.
    expect(await effectsOf(`${url} ${reason}`)).toBe(1)
  })

  it('stores its answer sealed', async () => {
    await post(url, `${url} sealed`, 'canary-in-the-answer')
    const { rows } = await sql<{ answer: string }>`
      select answer from platform.idempotency where company_id = 'co_one' and key = ${`${url} sealed`}
    `.execute(database.pool)
    expect(rows[0]?.answer).toMatch(/^test\./)
    expect(rows[0]?.answer).not.toContain('canary')
  })

  it.each(['', 'x'.repeat(256), 'é'])('%j is refused', async (key) => {
    const answer = await post(url, key, 'x')
    expect([answer.statusCode, answer.json().meta.code]).toEqual([
      400,
      'platform.idempotency_key_invalid',
    ])
    expect(script.runs).toBe(0)
  })
})

describe('a POST', () => {
  it('requires a key where declared, and not elsewhere', async () => {
    const missing = await post('/api/v1/orders', undefined, 'x')
    expect([missing.statusCode, missing.json().meta.code]).toEqual([
      400,
      'platform.idempotency_key_required',
    ])
    expect((await post('/api/v1/quotes', undefined, 'x')).statusCode).toBe(201)
    expect((await post('/api/v1/notes', undefined, 'x')).statusCode).toBe(201)
  })

  it('is answered from its record when the process died before it stored the answer', async () => {
    const first = await post('/api/v1/orders', 'died', 'died')
    await sql`update platform.idempotency set answer = null where company_id = 'co_one' and key = 'died'`.execute(
      database.pool,
    )
    const second = await post('/api/v1/orders', 'died', 'died')
    expect(second.statusCode).toBe(201)
    expect(second.json().data.id).toBe(first.json().data.id)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await effectsOf('died')).toBe(1)
    expect((await post('/api/v1/orders', 'died', 'died')).body).toBe(second.body)
  })

  it('with a key that is written last is answered from its record when no answer was stored', async () => {
    const first = await post(written.last, 'unanswered', 'unanswered')
    await sql`update platform.idempotency set answer = null where company_id = 'co_one' and key = 'unanswered'`.execute(
      database.pool,
    )
    const second = await post(written.last, 'unanswered', 'unanswered')
    expect([second.statusCode, second.json().data.id]).toEqual([201, first.json().data.id])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await effectsOf('unanswered')).toBe(1)
    expect((await post(written.last, 'unanswered', 'unanswered')).body).toBe(second.body)
  })

  it('with a key that is written last gets the first request’s answer', async () => {
    const first = await post(written.last, 'in the way', 'in the way')
    script.failWith = new Failure('x.y', { status: 422, message: 'No.' }, {})
    expect((await post(written.last, 'in the way', 'in the way')).body).toBe(first.body)
    const other = await post(written.last, 'in the way', 'something else')
    expect(other.json().meta.code).toBe('platform.idempotency_key_reused')
    expect((await post(written.last, 'free', 'in the way')).json().meta.code).toBe('x.y')
  })

  it('with a key that is written last gets a refusal when the first request takes too long', async () => {
    script.isHurried = true
    const done = Promise.withResolvers<void>()
    const isWritten = Promise.withResolvers<void>()
    const first = database.transaction(async (tx) => {
      await sql`insert into platform.idempotency (company_id, actor_id, key, fingerprint, result_id, created_at)
        values ('co_one', ${callers.writer?.id ?? ''}, 'slow first', 'x', 'ord_1', now())`.execute(
        tx,
      )
      isWritten.resolve()
      await done.promise
    })
    await isWritten.promise
    const twin = await post(written.last, 'slow first', 'slow first')
    done.resolve()
    await first
    expect([twin.statusCode, twin.json().meta.code]).toEqual([
      409,
      'platform.idempotency_in_flight',
    ])
    expect(await effectsOf('slow first')).toBe(0)
  })

  it('without a transaction of its own waits for its twin, and gets a refusal when that takes too long', async () => {
    const done = Promise.withResolvers<void>()
    script.until = done.promise
    const first = post('/api/v1/notes', 'slow', 'slow')
    await expect.poll(() => script.runs).toBe(1)
    const twin = await post('/api/v1/notes', 'slow', 'slow')
    expect([twin.statusCode, twin.headers['retry-after']]).toEqual([409, '1'])
    expect(twin.json().meta.code).toBe('platform.idempotency_in_flight')
    done.resolve()
    expect((await first).statusCode).toBe(201)
    expect(await effectsOf('slow')).toBe(1)
  })

  it('takes over from a process that died with the key', async () => {
    const until = new Date(Date.now() + 400)
    await hold('abandoned', until)
    const answer = await post('/api/v1/notes', 'abandoned', 'abandoned')
    expect(answer.statusCode).toBe(201)
    expect(Date.now()).toBeGreaterThanOrEqual(until.getTime())
    expect(await effectsOf('abandoned')).toBe(1)
  })

  /** The state that a process leaves behind when it is killed inside a handler. */
  async function hold(key: string, until: Date) {
    await post('/api/v1/notes', key, key)
    await sql`
      update platform.idempotency
      set answer = null, held_by = 'nobody', held_until = ${until}
      where company_id = ${callers.writer?.companyId ?? ''} and key = ${key}
    `.execute(database.pool)
    await sql`delete from effects where company_id = 'co_one' and name = ${key}`.execute(
      database.pool,
    )
  }
})

async function routes(server: Parameters<Routes>[0]): Promise<void> {
  type Idempotency = 'required' | 'transactional'
  const placing = (url: string, operationId: string, idempotency: Idempotency, isLast = false) =>
    server.route({
      method: 'POST',
      url,
      config: { access: 'orders:write', idempotency, keyIsWrittenLast: isLast, fails: ['x.y'] },
      schema: { operationId, body: Body, response: answers(Order, { status: 201 }) },
      handler: async ({ actor, body, idempotency: claim }) => {
        script.runs += 1
        const now = new Date()
        const id = newId('ord', now)
        // Not from the record, on purpose: the replay must return the first answer, not a second reading.
        const answer = (orderId: string) => ok({ id: orderId, name: body.name, made: script.runs })
        const orderId = await database.transaction(async (tx) => {
          if (script.isHurried) await sql`set local lock_timeout = '100ms'`.execute(tx)
          const firstId = await claimKey(tx, actor, claim, id, now)
          if (firstId !== id) return firstId
          await insertEffect(tx, actor.companyId, id, body.name)
          if (script.failWith) throw script.failWith
          if (isLast) keepAnswerWithin(tx, claim, () => answer(id))
          return id
        })
        return answer(orderId)
      },
    })
  placing('/api/v1/orders', 'placeOrder', 'required')
  placing('/api/v1/quotes', 'placeQuote', 'transactional')
  placing(written.last, 'placeLast', 'required', true)
  server.route({
    method: 'POST',
    url: '/api/v1/notes',
    config: { access: 'orders:write', fails: ['x.y'] },
    schema: { operationId: 'addNote', body: Body, response: answers(Order, { status: 201 }) },
    handler: async ({ actor, body }) => {
      script.runs += 1
      const made = script.runs
      await script.until
      if (script.failWith) throw script.failWith
      const id = newId('ord', new Date())
      await insertEffect(database.pool, actor.companyId, id, body.name)
      return ok({ id, name: body.name, made })
    },
  })
}

async function insertEffect(conn: Conn, companyId: string, id: string, name: string) {
  await sql`insert into effects (company_id, id, name) values (${companyId}, ${id}, ${name})`.execute(
    conn,
  )
}

async function effectsOf(name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    /* across companies: counting what a test made */
    select count(*) as count from effects where name = ${name}
  `.execute(database.pool)
  return rows[0]?.count ?? 0
}

const post = (url: string, key: string | undefined, name: string, caller = 'writer') =>
  http.inject({
    method: 'POST',
    url,
    headers: { ...as(caller), ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload: { name },
  })
