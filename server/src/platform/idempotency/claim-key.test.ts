import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from '#harness'
import type { Actor } from '#kernel/actor'
import { after, daysMs } from '#kernel/time'
import { sql, type Tx } from '#platform/db'
import { untilOneWaits } from '#testing/tools/locks'
import { claimOf } from './claim.ts'
import { claimKey } from './claim-key.ts'
import { keptDays, purgeIdempotencyKeys } from './purge.ts'
import { findKey } from './store.ts'

const now = new Date('2026-01-02T03:04:05.000Z')
const actor = actorOf('co_one')

describe('a claimed key', () => {
  let database: FreshDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.close())

  const claiming = (key: string, resultId: string, body?: unknown, by = actor) =>
    database.transaction((tx) => claimKey(tx, by, claim(key, body, by), resultId, now))

  it('returns the first record', async () => {
    expect(await claiming('first', 'ord_1')).toBe('ord_1')
    expect(await claiming('first', 'ord_2')).toBe('ord_1')
  })

  it('is optional', async () => {
    const id = await database.transaction((tx) => claimKey(tx, actor, undefined, 'ord_1', now))
    expect(id).toBe('ord_1')
  })

  it('is refused for other content', async () => {
    await claiming('other', 'ord_1', { a: 1 })
    await expect(claiming('other', 'ord_2', { a: 2 })).rejects.toMatchObject({
      code: 'platform.idempotency_key_reused',
      status: 422,
    })
  })

  it('is independent in another company', async () => {
    await claiming('shared', 'ord_1')
    expect(await claiming('shared', 'ord_2', undefined, actorOf('co_two'))).toBe('ord_2')
  })

  it('is rolled back with its transaction', async () => {
    const failing = database.transaction(async (tx) => {
      await claimKey(tx, actor, claim('rolled back'), 'ord_1', now)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await claiming('rolled back', 'ord_2')).toBe('ord_2')
  })

  it('is waited for while another transaction writes it', async () => {
    const first = holding('waited for')
    await first.isClaimed
    const twin = claiming('waited for', 'ord_2')
    await untilOneWaits(database)
    first.end()
    expect(await twin).toBe('ord_1')
    await first.ended
  })

  it('goes to the waiting transaction when the first one dies', async () => {
    const first = holding('died')
    const pid = await first.isClaimed
    const twin = claiming('died', 'ord_2')
    await untilOneWaits(database)
    await sql`select pg_terminate_backend(${pid}::int)`.execute(database.pool)
    expect(await twin).toBe('ord_2')
    await expect(first.ended).rejects.toThrow()
  })

  it('is waited for up to a limit', async () => {
    const first = holding('slow')
    await first.isClaimed
    const twin = database.transaction(async (tx) => {
      await sql`set local lock_timeout = '100ms'`.execute(tx)
      return claimKey(tx, actor, claim('slow'), 'ord_2', now)
    })
    await expect(twin).rejects.toMatchObject({
      code: 'platform.idempotency_in_flight',
      status: 409,
      retryAfterSeconds: 1,
    })
    first.end()
    await first.ended
  })

  it('is won by one of 64 simultaneous claims', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ids = await Promise.all(
        Array.from({ length: 64 }, (_, index) => claiming(`round ${round}`, `ord_${index}`)),
      )
      expect(new Set(ids).size).toBe(1)
    }
  })

  it('expires after a week, and not before', async () => {
    await claiming('old', 'ord_1')
    expect(await purgeIdempotencyKeys(database, after(now, daysMs(keptDays)))).toBe(0)
    expect(await findKey(database.pool, actor, 'old')).toBeDefined()
    const purged = await purgeIdempotencyKeys(database, after(now, daysMs(keptDays) + 1))
    expect(purged).toBeGreaterThan(0)
    expect(await findKey(database.pool, actor, 'old')).toBeUndefined()
  })

  /** A transaction that claims the key for `ord_1` and continues until the test ends it or its connection is gone. */
  function holding(key: string) {
    const claimed = Promise.withResolvers<number>()
    const mayEnd = Promise.withResolvers<void>()
    const ended = database.transaction(async (tx) => {
      const pid = await backendOf(tx)
      await claimKey(tx, actor, claim(key), 'ord_1', now)
      claimed.resolve(pid)
      await Promise.race([mayEnd.promise, lost(tx)])
    })
    ended.catch(() => undefined)
    return { isClaimed: claimed.promise, end: mayEnd.resolve, ended }
  }
})

function actorOf(companyId: `co_${string}`): Actor {
  return {
    kind: 'api_key',
    id: 'key_1',
    companyId,
    roles: new Set(),
    scopes: new Set(),
  }
}

async function backendOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

/** Rejects once the connection of the transaction is gone. */
async function lost(tx: Tx): Promise<never> {
  for (;;) {
    await sleep(50)
    await sql`select 1`.execute(tx)
  }
}

function claim(key: string, body: unknown = {}, by = actor) {
  return claimOf(key, by, { method: 'POST', route: '/x', params: {}, query: {}, headers: {}, body })
}
