import { beforeEach, describe, expect, it } from 'vitest'
import { verifyAuditChain } from '#platform/audit'
import { sql } from '#platform/db'
import { audit } from '../../../web/src/messages/en/audit.ts'
import { details } from '../../../web/src/messages/en/details.ts'
import { readings } from '../../../web/src/messages/en/readings.ts'
import { plays, type Send } from './audited/audited-changes.ts'
import { exempt } from './audited/unaudited-changes.ts'
import { aKey, type Reply } from './client.ts'
import { seenNow } from './seen-now.ts'
import { useWorld } from './world.ts'

const world = await useWorld({})
const stage = { world, ours: await world.company(), operator: await world.operator() }

beforeEach(() => seenNow(stage.world))

describe('a route that changes something', () => {
  it('is called here, or says why it writes no audit entry', () => {
    const unknown = changing().filter((route) => !isExempt(route) && !plays[route])
    expect(unknown).toEqual([])
    expect(changing().filter((route) => plays[route]).length).toBeGreaterThan(30)
  })

  it.each(Object.keys(plays))('writes exactly one entry: %s', async (route) => {
    if (!changing().includes(route)) throw new Error(`${route} is not there any more`)
    const { reply, actions } = await play(route)

    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300)
    expect(actions).toHaveLength(1)
    expect(actions[0]).toMatch(/^[a-z]+\.[a-z_]+$/)
    // Operators read the log in words, in each language.
    expect(Object.keys(audit)).toContain(actions[0])
  })

  it('names its details in words', async () => {
    const { rows } = await sql<{ name: string }>`
      /* across companies: the names of all details */
      select distinct jsonb_object_keys(details) as name from platform.audit_entries order by name
    `.execute(stage.world.parts.platform.database.pool)
    const known = { ...readings, ...details }
    const isNamed = (name: string) => name in known || `metric.${name}` in known
    expect(rows.map(({ name }) => name).filter((name) => !isNamed(name))).toEqual([])
  })

  it('leaves intact chains', async () => {
    const { pool } = stage.world.parts.platform.database
    const { companyId } = stage.ours
    await expect
      .poll(() => verifyAuditChain(pool, companyId))
      .toMatchObject({ intact: true, waiting: 0 })
    const reading = await verifyAuditChain(pool, companyId)
    expect(reading.intact && reading.length).toBeGreaterThan(30)
  })
})

/** The entries that a request wrote, by the id that it was sent with. */
async function entriesOf(requestId: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    /* across companies: a request is looked for, whose ever it is */
    select action from platform.audit_entries where request_id = ${requestId}
  `.execute(stage.world.parts.platform.database.pool)
  return rows.map(({ action }) => action)
}

async function play(route: string): Promise<{ reply: Reply; actions: string[] }> {
  const requestId = `audited-${aKey()}`
  const headers = { 'x-request-id': requestId }
  const send: Send = (client, method, path, body) => {
    if (method === 'POST') return client.post(path, body, { headers, key: aKey() })
    if (method === 'PUT') return client.put(path, body, { headers })
    if (method === 'PATCH') return client.patch(path, body, { headers })
    return client.delete(path, body, { headers })
  }
  const reply = await plays[route]?.(stage, send)
  if (!reply) throw new Error(`${route}: nobody plays it`)
  return { reply, actions: await entriesOf(requestId) }
}

const changing = () =>
  stage.world.app.http.routeTable
    .filter(({ method }) => /^(?:POST|PUT|PATCH|DELETE)$/.test(method))
    .map(({ method, url }) => `${method} ${url}`)

const isExempt = (route: string) => exempt.some(([shape]) => shape.test(route))
