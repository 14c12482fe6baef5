import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { type Conn, sql } from '#platform/db'
import { cached, cachedEach, createWake, type Wake } from './index.ts'

const database = await useDatabase()
let wake: Wake
/** The keys of each statement that was sent. */
let reads: (readonly string[])[]
await sql`create table rules (key text primary key, rule text not null)`.execute(database.pool)
await sql`insert into rules values ('a', 'first'), ('b', 'first')`.execute(database.pool)

beforeEach(() => {
  reads = []
  wake = createWake(createMemoryCache(() => new Date()))
})
afterEach(() => wake.close())

describe('a cached value', () => {
  it('is read once; of several, only the missing ones are read', async () => {
    const rulesOf = cachedEach(wake, 'rules', readRules)

    await rulesOf(database.pool, ['a'])
    const both = await rulesOf(database.pool, ['a', 'b'])
    await rulesOf(database.pool, ['b', 'a'])

    expect([...both.keys()]).toEqual(['a', 'b'])
    expect(reads).toEqual([['a'], ['b']])
  })

  it('that does not exist is read each time', async () => {
    const rulesOf = cachedEach(wake, 'rules', readRules)

    expect(await rulesOf(database.pool, ['nobody'])).toEqual(new Map())
    await rulesOf(database.pool, ['nobody'])

    expect(reads).toHaveLength(2)
  })

  it('is read again after a signal', async () => {
    const ruleOf = cached(wake, 'rules', readRule)
    const before = await ruleOf(database.pool, 'a')
    await sql`update rules set rule = 'second' where key = 'a'`.execute(database.pool)
    expect(await ruleOf(database.pool, 'a')).toEqual(before)

    wake.ring('rules')

    expect(await ruleOf(database.pool, 'a')).toEqual({ rule: 'second' })
  })

  it('is not cached when a signal came during the read', async () => {
    const ruleOf = cached(wake, 'rules', async (conn, key) => {
      const found = await readRule(conn, key)
      if (reads.length === 1) wake.ring('rules')
      return found
    })

    await ruleOf(database.pool, 'b')
    await ruleOf(database.pool, 'b')
    await ruleOf(database.pool, 'b')

    expect(reads).toHaveLength(2)
  })

  it('is not cached when the read failed', async () => {
    const ruleOf = cached(wake, 'rules', readRule)
    await expect(ruleOf(database.pool, 'nobody')).rejects.toThrow('no rule')
    await expect(ruleOf(database.pool, 'nobody')).rejects.toThrow('no rule')
    expect(reads).toHaveLength(2)
  })
})

async function readRules(conn: Conn, keys: readonly string[]) {
  reads.push(keys)
  const { rows } = await sql<{ key: string; rule: string }>`
    select key, rule from rules where key = any(${[...keys]}::text[]) order by key
  `.execute(conn)
  return new Map(rows.map(({ key, rule }) => [key, { rule }]))
}

async function readRule(conn: Conn, key: string) {
  const found = (await readRules(conn, [key])).get(key)
  if (!found) throw new Error('no rule')
  return found
}
