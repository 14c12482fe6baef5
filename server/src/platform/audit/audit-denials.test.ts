import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { type Principal, scopesOfRoles } from '#kernel/actor'
import { type Id, newId } from '#kernel/id'
import { after, minutesMs } from '#kernel/time'
import { createLog, createMetrics } from '#platform/telemetry'
import { noon } from './audit.fixture.ts'
import { type AuditDenials, createAuditDenials, listAuditEntries } from './index.ts'

const database = await useDatabase()
let denials: AuditDenials
let now = noon

beforeEach(() => {
  now = noon
  denials = open()
})

const log = createLog({ level: 'silent' })

describe('a refusal', () => {
  it('is recorded once per route and right, and repetitions are counted', async () => {
    const principal = aBuyer()
    await one(principal, 'GET /api/v1/api-keys')
    await one(principal, 'POST /api/v1/api-keys')
    for (let time = 0; time < 500; time += 1) {
      denials.note({ principal, needs: 'company_admin', route: 'GET /api/v1/api-keys' })
    }
    await denials.close()

    expect(await refusalsOf(principal)).toEqual([
      { route: 'GET /api/v1/api-keys', outcome: 'refused', needs: 'company_admin' },
      { route: 'POST /api/v1/api-keys', outcome: 'refused', needs: 'company_admin' },
      { route: 'several', outcome: 'refused', suppressed: 500, recorded: 2 },
    ])
  })

  it('is recorded again after five minutes, with the number in between', async () => {
    const principal = aBuyer()
    const refusal = { principal, needs: 'operator', route: 'GET /metrics' }
    await one(principal, refusal.route, refusal.needs)
    denials.note(refusal)
    now = after(noon, minutesMs(5))
    denials.note(refusal)
    await denials.close()

    expect(await refusalsOf(principal)).toMatchObject([
      { route: 'GET /metrics' },
      { route: 'GET /metrics' },
      { suppressed: 1 },
    ])
  })

  it('of one caller hides nobody else’s', async () => {
    const principal = aBuyer()
    const neighbour = aBuyer(principal.companyId)
    await one(principal, 'GET /metrics')
    await one(neighbour, 'GET /metrics')
    await denials.close()
    expect(await refusalsOf(principal)).toHaveLength(2)
  })

  it('makes at most twenty-one entries, whatever a caller asks for', async () => {
    const principal = aBuyer()
    for (let route = 0; route < 300; route += 1) {
      denials.note({ principal, needs: 'operator', route: `GET /${route}` })
      await new Promise((done) => setImmediate(done))
    }
    await denials.close()

    const entries = await refusalsOf(principal)
    const written = entries.filter((entry) => !('suppressed' in entry)).length
    expect(written).toBeGreaterThan(0)
    expect(written).toBeLessThanOrEqual(20)
    expect(entries).toHaveLength(written + 1)
    expect(entries.at(-1)).toMatchObject({ suppressed: 300 - written, recorded: written })
  })

  it('stays a refusal while the database is away', async () => {
    const away = createAuditDenials({
      database: { transaction: () => Promise.reject(new Error('away')) } as never,
      now: () => now,
      log,
      metrics: createMetrics(),
    })
    away.note({ principal: aBuyer(), needs: 'operator', route: 'GET /metrics' })
    await away.close()
  })
})

function aBuyer(companyId: Id<'co'> = newId('co', new Date())): Principal {
  const id = newId('usr', new Date())
  const roles = ['buyer'] as const
  return { kind: 'person', id, companyId, roles: new Set(roles), scopes: scopesOfRoles(roles) }
}

/** So that no refusal is only counted because no connection is free. */
async function one(principal: Principal, route: string, needs = 'company_admin'): Promise<void> {
  const before = (await refusalsOf(principal)).length
  denials.note({ principal, needs, route })
  await expect.poll(async () => (await refusalsOf(principal)).length).toBe(before + 1)
}

const open = () => createAuditDenials({ database, now: () => now, log, metrics: createMetrics() })

/** Sorted by route, because entries of one instant have no order. The count of the others comes last. */
const refusalsOf = async ({ companyId }: Principal) => {
  const entries = await listAuditEntries(database.pool, { companyId }, { limit: 200 })
  return entries
    .map(({ target, details, outcome }) => ({ route: target.id, outcome, ...details }))
    .sort((one, other) => (one.route < other.route ? -1 : 1))
}
