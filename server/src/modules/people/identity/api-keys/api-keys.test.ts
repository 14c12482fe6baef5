import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { sql } from '#platform/db'
import { sealKeysFrom } from '#platform/seal'
import { aCompany, aPerson } from '#testing/identity'
import { anIdentity } from '#testing/identity-service'
import { readList } from '#testing/lists'
import { type Identity, listKeysOfOlderPepper, peppersFrom } from '../index.ts'
import { apiKeyList } from './api-key-list.ts'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const database = await useDatabase()
const identityWith = (settings: Parameters<typeof anIdentity>[0]['settings'] = {}): Identity =>
  anIdentity({ database, now: () => now, settings })

const identity = identityWith()
const admin = await aPerson(database, {
  companyId: await aCompany(database),
  role: 'company_admin',
})
const stranger = await aPerson(database, {
  companyId: await aCompany(database),
  role: 'company_admin',
})

describe('an API key', () => {
  it('is stored as a hash that the database alone cannot verify', async () => {
    const { id, key } = await aKey()
    const row = await rowOf(id)
    const plain = createHmac('sha256', 'purveyor/api-key').update(key).digest()
    expect(row.key_hash).not.toEqual(plain)
    expect(row.pepper_id).toMatch(/^[0-9a-f]{12}$/)
    expect(JSON.stringify(row)).not.toContain(key)
  })

  it('works under a new pepper and is hashed again on its next use', async () => {
    const { id, key } = await aKey()
    const before = await rowOf(id)
    const ring = sealKeysFrom({ fallbackSecret: 'a secret of at least 32 bytes, no. 2' })
    const own = 'a pepper of at least 32 bytes, no. 1'
    const peppers = peppersFrom(own, ring)
    const peppered = identityWith({ peppers })

    const isLeft = async () => {
      const asked = { now, limit: 100 }
      const left = await listKeysOfOlderPepper(database.pool, peppers[0].id, asked)
      return left.some((one) => one.id === id)
    }
    expect(await isLeft()).toBe(true)

    await expect(peppered.authenticate(headers(key))).resolves.toBeDefined()

    expect(await isLeft()).toBe(false)
    const after = await rowOf(id)
    expect(after.pepper_id).not.toBe(before.pepper_id)
    expect(after.key_hash).not.toEqual(before.key_hash)
    await expect(identityWith().authenticate(headers(key))).rejects.toMatchObject({
      code: 'identity.credentials_invalid',
    })
    // The former pepper stays known while it is named behind the new one.
    const next = identityWith({ peppers: peppersFrom(`another ${own},${own}`, ring) })
    await expect(next.authenticate(headers(key))).resolves.toBeDefined()
  })

  it('from before peppers works and gets a pepper', async () => {
    const { id, key } = await aKey()
    const plain = createHmac('sha256', 'purveyor/api-key').update(key).digest()
    await sql`
      update identity.api_keys set key_hash = ${plain}, pepper_id = null
      where company_id = ${admin.actor.companyId} and id = ${id}
    `.execute(database.pool)

    await expect(identityWith().authenticate(headers(key))).resolves.toBeDefined()

    expect((await rowOf(id)).pepper_id).toMatch(/^[0-9a-f]{12}$/)
  })

  it('of the test mode is refused by a deployed service, and a live key by a test service', async () => {
    const { key } = await aKey()
    const live = identityWith({ keyMode: 'live' })
    await expect(live.authenticate(headers(key))).rejects.toMatchObject({
      code: 'identity.api_key_of_other_mode',
      status: 401,
    })
    const made = await live.createApiKey(admin.actor, { name: 'Live', scopes: ['orders:read'] })
    expect(made.key).toMatch(/^pvy_live_/)
    await expect(identity.authenticate(headers(made.key ?? ''))).rejects.toMatchObject({
      code: 'identity.api_key_of_other_mode',
    })
  })

  it('works from its networks only', async () => {
    const { key } = await aKey({ allowedCidrs: ['192.0.2.0/24', '2001:db8::/48'] })
    const from = (address?: string) =>
      identity.authenticate(headers(key), address === undefined ? undefined : { address })

    await expect(from('192.0.2.9')).resolves.toBeDefined()
    await expect(from('2001:db8::9')).resolves.toBeDefined()
    for (const address of ['192.0.3.9', '::1', undefined]) {
      await expect(from(address)).rejects.toMatchObject({
        code: 'identity.address_not_allowed',
        status: 403,
      })
    }
  })

  it('refuses invalid networks and limits above the general one', async () => {
    await expect(aKey({ allowedCidrs: ['192.0.2.1/24'] })).rejects.toMatchObject({
      code: 'identity.network_invalid',
    })
    await expect(aKey({ requestsPerMinute: 601 })).rejects.toMatchObject({
      code: 'identity.limit_too_high',
      details: { highest: 600 },
    })
    const { id, key } = await aKey({ requestsPerMinute: 30 })
    expect((await identity.authenticate(headers(key)))?.requestsPerMinute).toBe(30)
    await expect(
      identity.changeApiKey(admin.actor, id, { requestsPerMinute: 601 }),
    ).rejects.toMatchObject({ code: 'identity.limit_too_high' })
  })

  it('changes at once, and never in its scopes', async () => {
    const { id, key } = await aKey()
    await identity.authenticate(headers(key), { address: '203.0.113.1' })

    const changed = await identity.changeApiKey(admin.actor, id, {
      name: 'Warehouse',
      allowedCidrs: ['192.0.2.0/24'],
      requestsPerMinute: 60,
    })

    expect(changed).toMatchObject({ name: 'Warehouse', requestsPerMinute: 60 })
    await expect(
      identity.authenticate(headers(key), { address: '203.0.113.1' }),
    ).rejects.toMatchObject({ code: 'identity.address_not_allowed' })
    const freed = await identity.changeApiKey(admin.actor, id, { requestsPerMinute: null })
    expect(freed.requestsPerMinute).toBeUndefined()
  })

  it('of another company is not found', async () => {
    const { id } = await aKey()
    const notFound = { code: 'identity.api_key_not_found', status: 404 }
    await expect(identity.getApiKey(stranger.actor, id)).rejects.toMatchObject(notFound)
    await expect(identity.changeApiKey(stranger.actor, id, { name: 'Mine' })).rejects.toMatchObject(
      notFound,
    )
    await expect(identity.rotateApiKey(stranger.actor, id, 0)).rejects.toMatchObject(notFound)
    expect((await identity.getApiKey(admin.actor, id)).name).toBe('ERP')
  })

  it('records its last use at most once a minute', async () => {
    const { id, key } = await aKey()
    const use = async (seconds: number) => {
      now = new Date(start.getTime() + seconds * 1_000)
      await identity.authenticate(headers(key))
      return (await identity.getApiKey(admin.actor, id)).lastUsedAt
    }
    const first = await use(0)
    expect(first).toEqual(start)
    expect(await use(30)).toEqual(start)
    expect(await use(61)).toEqual(new Date(start.getTime() + 61_000))
    now = start
  })
})

describe('a rotation', () => {
  it('keeps the client: same cart, contract and limits', async () => {
    const old = await aKey({ allowedCidrs: [], requestsPerMinute: 120 })
    const second = await identity.rotateApiKey(admin.actor, old.id, 3_600)
    const third = await identity.rotateApiKey(admin.actor, second.apiKey.id, 0)

    const principals = await Promise.all(
      [old.key, third.key ?? ''].map((key) => identity.authenticate(headers(key))),
    )
    expect(principals.map((principal) => principal?.clientId)).toEqual([old.id, old.id])
    expect(principals[1]?.id).toBe(third.apiKey.id)
    expect(third.apiKey.requestsPerMinute).toBe(120)
  })

  it('happens once for simultaneous requests', async () => {
    const { id } = await aKey()
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => identity.rotateApiKey(admin.actor, id, 86_400)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'identity.api_key_replaced', status: 409 },
    })
  })

  it('never extends the life of a key', async () => {
    const expiresAt = new Date(start.getTime() + 60_000)
    const { id } = await aKey({ expiresAt })
    await identity.rotateApiKey(admin.actor, id, 2_592_000)
    expect((await identity.getApiKey(admin.actor, id)).expiresAt).toEqual(expiresAt)
  })

  it('grants nothing that its requester may not do', async () => {
    const { id } = await aKey({ scopes: ['webhooks:manage'] })
    const approver = await aPerson(database, {
      companyId: admin.actor.companyId,
      role: 'approver',
    })
    await expect(identity.rotateApiKey(approver.actor, id, 0)).rejects.toMatchObject({
      code: 'identity.scopes_beyond_yours',
    })
  })
})

describe('the list of keys', () => {
  it('shows the company’s keys by state', async () => {
    const actor = await aPerson(database, {
      companyId: await aCompany(database),
      role: 'company_admin',
    }).then(async ({ actor }) => {
      const make = (name: string, expiresAt?: Date) =>
        identity.createApiKey(actor, { name, scopes: ['orders:read'], expiresAt })
      await make('Active')
      const revoked = await make('Revoked')
      await identity.revokeApiKey(actor, revoked.apiKey.id)
      await make('Expired', new Date(start.getTime() + 1_000))
      return actor
    })
    const later = new Date(start.getTime() + 2_000)
    const contractStatuses = async () => new Map()
    const keys = apiKeyList({ database, now: () => later, contractStatuses })
    const namesIn = async (state?: 'ACTIVE' | 'EXPIRED' | 'REVOKED') =>
      (await readList<{ name: string }>(database, keys, actor, { state })).map(({ name }) => name)

    expect(await namesIn('ACTIVE')).toEqual(['Active'])
    expect(await namesIn('EXPIRED')).toEqual(['Expired'])
    expect(await namesIn('REVOKED')).toEqual(['Revoked'])
    expect(await namesIn()).toHaveLength(3)
  })
})

describe('the audit log', () => {
  it('records every change of a key, and never the key', async () => {
    const { id, key } = await aKey()
    await identity.changeApiKey(admin.actor, id, { name: 'Other' })
    await identity.rotateApiKey(admin.actor, id, 0)
    await identity.revokeApiKey(admin.actor, id)
    const { rows } = await sql<{ action: string; text: string }>`
      select action, to_jsonb(e)::text as text from platform.audit_entries e
      where company_id = ${admin.actor.companyId} and target_id = ${id}
      order by id
    `.execute(database.pool)
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'identity.api_key_changed',
      'identity.api_key_created',
      'identity.api_key_revoked',
      'identity.api_key_rotated',
    ])
    expect(rows.map(({ text }) => text).join()).not.toContain(key)
  })
})

async function aKey(input: Partial<Parameters<Identity['createApiKey']>[1]> = {}) {
  const created = await identity.createApiKey(admin.actor, {
    name: 'ERP',
    scopes: ['orders:read'],
    ...input,
  })
  return { key: created.key ?? '', ...created.apiKey }
}

const headers = (key: string) => ({ authorization: undefined, 'x-api-key': key })

const rowOf = async (id: string) => {
  const { rows } = await sql<Record<string, unknown>>`
    select * from identity.api_keys where company_id = ${admin.actor.companyId} and id = ${id}
  `.execute(database.pool)
  return rows[0] ?? {}
}
