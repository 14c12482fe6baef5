import { describe, expect, it } from 'vitest'
import { newId } from '#kernel/id'
import { createIncidents } from '#modules/incidents'
import { createPoisonRecords, poisonLooker } from '#modules/ops'
import { sql } from '#platform/db'
import { createGivenUpJobs } from '#platform/jobs'
import { poisonQueues } from '../../src/app/operations.ts'
import { operations } from './operations.ts'
import { useWorld } from './world.ts'

const url = '/admin/records/poison'
const world = await useWorld({})
const ours = await world.company()
const operator = await world.operator()

describe('a record over which processes died', () => {
  it('is listed for operators alone, with the reason, and counted by the health surfaces', async () => {
    const id = await anImport()

    expect(await listRecords()).toContainEqual(
      expect.objectContaining({
        queue: 'imports.imports',
        id,
        companyId: ours.companyId,
        state: 'SET_ASIDE',
        reason: 'process_died',
        deaths: 3,
        setAsideAt: expect.any(String),
      }),
    )
    expect((await ours.admin.get(url)).status).toBe(403)
    const section = async () => {
      const surface: object = await operations(operator)
      return (surface as { poisonRecords?: object }).poisonRecords
    }
    await expect.poll(section, { timeout: 60_000 }).toMatchObject({
      status: 'degraded',
      metrics: { setAside: 1, retriedSlowly: 0 },
      problems: [{ code: 'platform.record-set-aside' }],
    })
    const discarded = await operator.post(`${url}/imports.imports/${id}/discard`, { note: 'Sent.' })
    expect(discarded.status, JSON.stringify(discarded.body)).toBe(200)
    expect(await listRecords()).toEqual([])
  })

  it('is retried alone, but not during another import of its owner', async () => {
    // The list is in the order of the ids, and two ids of one millisecond are in any order.
    const [first = '', second = ''] = [await anImport(), await anImport()].sort()
    const retry = (id: string) => operator.post(`${url}/imports.imports/${id}/retry`, {})

    expect((await retry(first)).status).toBe(200)
    const refused = await retry(second)
    expect([refused.status, refused.body.meta.code]).toEqual([409, 'ops.record_not_retryable'])
    const { rows } = await sql`
      select state, deaths, attempts, failure_code, ended_at from imports.imports
      where company_id = ${ours.companyId} and id = ${first}
    `.execute(world.parts.platform.database.pool)
    expect(rows).toEqual([
      { state: 'QUEUED', deaths: 2, attempts: 0, failure_code: null, ended_at: null },
    ])
    expect(await listRecords()).toMatchObject([
      { id: first, state: 'WORKED_ON_ALONE' },
      { id: second, state: 'SET_ASIDE' },
    ])
    await sql`delete from imports.imports where company_id = ${ours.companyId}`.execute(
      world.parts.platform.database.pool,
    )
  })

  it('that is retried slowly cannot be discarded, and is a critical incident until it ends', async () => {
    const { database } = world.parts.platform
    const incidents = createIncidents({ database, now })
    const nobody = { failing: async () => undefined, well: async () => undefined }
    const queues = poisonQueues(world.parts, createGivenUpJobs(nobody, []), now)
    const poison = createPoisonRecords({ database, queues, now })
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const look = poisonLooker({ database, poison, incidents, now, log })
    const firing = async () =>
      (await incidents.list({ status: 'firing' }, { limit: 50 }))
        .filter(({ key }) => key.startsWith('platform.record-'))
        .map(({ key, severity, dedupeKey }) => `${key} ${severity} ${dedupeKey}`)
    const id = await aJob()

    const discarded = await operator.post(`${url}/platform.jobs/${id}/discard`, { note: 'No.' })
    expect([discarded.status, discarded.body.meta.code]).toEqual([409, 'ops.record_not_set_aside'])
    await look()
    expect(await firing()).toEqual(['platform.record-retried-slowly critical platform.jobs'])
    expect((await operator.post(`${url}/platform.jobs/${id}/retry`, {})).status).toBe(200)
    await look()
    expect(await firing()).toEqual([])
    await sql`delete from platform.jobs where id = ${id}`.execute(database.pool)

    const name = 'checkout.resume_on_payment'
    await sql`
      insert into platform.subscriptions (name, position, failures, available_at, deaths)
      values (${name}, 0, 0, now() + interval '10 minutes', 3)
      on conflict (name) do update set available_at = excluded.available_at, deaths = 3
    `.execute(database.pool)
    await look()
    expect(await firing()).toEqual([
      'platform.record-retried-slowly critical platform.subscriptions',
    ])
    const retried = await operator.post(`${url}/platform.subscriptions/${name}/retry`, {})
    expect(retried.status, JSON.stringify(retried.body)).toBe(200)
    await look()
    expect(await firing()).toEqual([])
    await sql`update platform.subscriptions set deaths = 0`.execute(database.pool)
  })
})

async function anImport(deaths = 3): Promise<string> {
  const id = newId('imp', now())
  await sql`
    insert into imports.imports (company_id, id, state, available_at, options, started_by, created_at,
      attempts, deaths, failure_code, failure, ended_at)
    values (${ours.companyId}, ${id}, 'FAILED', now(), '{}', 'usr_1', now(), 3, ${deaths},
      'catalog.import_process_died', '{}', now())
  `.execute(world.parts.platform.database.pool)
  return id
}

async function aJob(): Promise<string> {
  const id = newId('job', now())
  await sql`
    insert into platform.jobs (id, name, payload, state, attempts, deaths, available_at, created_at)
    values (${id}, 'orders.note_refunded', '{}', 'RETRYING', 1, 3, now() + interval '10 minutes', now())
  `.execute(world.parts.platform.database.pool)
  return id
}

async function listRecords(): Promise<{ id: string; state: string }[]> {
  return (await operator.get(`${url}?limit=100`)).body.data
}

const now = () => new Date()
