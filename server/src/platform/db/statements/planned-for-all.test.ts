import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { openDatabase, plannedForAll, sql } from '../index.ts'

const database = await useDatabase()

describe('statements with generic plans', () => {
  it('are planned once for all values, and the most recent ones are cached', async () => {
    const single = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 5_000 })
    const ask = (at: number) => {
      const values = Array.from({ length: 70 }, (_, index) => `id${index}`)
      return sql`select ${sql.lit(at)} as at from platform.jobs where id in (${sql.join(values)}) ${sql.raw(plannedForAll)}`
    }
    for (let at = 0; at < 30; at += 1) await ask(at).execute(single.pool)
    await ask(29).execute(single.pool)
    const { rows } = await sql<{ plans: string; mode: string }>`
      select string_agg(distinct generic_plans || ' ' || custom_plans, ', ' order by generic_plans || ' ' || custom_plans) as plans,
        count(*) as kept, current_setting('plan_cache_mode') as mode
      from pg_prepared_statements where statement like 'select % as at %'`.execute(single.pool)
    expect(rows).toEqual([{ plans: '1 0, 2 0', kept: 24, mode: 'auto' }])
    // A statement that was closed is prepared again.
    await ask(0).execute(single.pool)
    await single.close()
  })

  it('count by their length in the cache', async () => {
    const single = openDatabase({ url: database.url, poolMax: 1, statementTimeoutMs: 5_000 })
    const comment = sql.raw(`/* ${'x'.repeat(60_000)} */`)
    for (let at = 0; at < 8; at += 1) {
      await sql`select ${sql.lit(at)} as long ${comment} ${sql.raw(plannedForAll)}`.execute(
        single.pool,
      )
    }
    const { rows } = await sql`
      select count(*) as kept from pg_prepared_statements where statement like 'select % as long %'
    `.execute(single.pool)
    expect(rows).toEqual([{ kept: 4 }])
    await single.close()
  })
})
