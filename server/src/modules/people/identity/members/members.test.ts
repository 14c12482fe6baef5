import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal, Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { sql } from '#platform/db'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer } from '#testing/identity-service'
import { readList } from '#testing/lists'
import { findCompany, registerCompany } from '../index.ts'
import { viewCompany } from './companies/company-schemas.ts'
import { companySettings } from './companies/company-settings.ts'
import { memberList } from './member-list.ts'

const now = new Date('2026-01-02T03:04:05Z')
const database = await useDatabase()
let companyId: Id<'co'>
let admin: APerson
let other: APerson
let buyer: APerson
const identity = anIdentity({ database, now: () => now })

beforeEach(async () => {
  companyId = await aCompany(database)
  admin = await aPerson(database, { companyId, role: 'company_admin' })
  other = await aPerson(database, { companyId, role: 'company_admin' })
  buyer = await aPerson(database, { companyId })
})

describe('the members', () => {
  it('are listed for the company', async () => {
    const found = await readList<{ userId: string }>(database, memberList, admin.actor)

    const ids = found.map(({ userId }) => userId)
    expect(ids.toSorted()).toEqual([admin, other, buyer].map(({ actor }) => actor.id).toSorted())
  })
})

describe('a change of roles', () => {
  it('takes effect on the next request of an open session', async () => {
    const { ask } = await principalOf(buyer)
    expect([...((await ask())?.roles ?? [])]).toEqual(['buyer'])

    await identity.members.change(admin.actor, buyer.actor.id, { roles: ['approver'] })

    expect([...((await ask())?.roles ?? [])]).toEqual(['approver'])
  })

  it('names the keys that would lose rights, and changes nothing until another member takes them over', async () => {
    const { ask, id } = await aKeyOf(other, ['webhooks:manage', 'orders:read'])
    const demote = (heirId?: string) =>
      identity.members.change(admin.actor, other.actor.id, {
        roles: ['buyer'],
        handOverKeysTo: heirId,
      })
    await expect(demote()).rejects.toMatchObject({
      code: 'identity.keys_depend',
      status: 409,
      details: { keys: [{ id, name: 'Hooks' }], count: 1 },
    })
    for (const heir of [buyer, other]) {
      await expect(demote(heir.actor.id)).rejects.toMatchObject({ code: 'identity.heir_unfit' })
    }
    expect(await rolesNow(other.actor.id)).toEqual(['company_admin'])

    await demote(admin.actor.id)

    expect(await ask()).toEqual(['orders:read', 'webhooks:manage'])
    expect((await identity.getApiKey(admin.actor, id)).createdBy).toBe(admin.actor.id)
    expect(await mailsTo(admin)).toEqual(['API keys of Bea Buyer were handed over'])
  })

  it('leaves keys alone that lose no rights', async () => {
    const { ask, id } = await aKeyOf(other, ['orders:read'])
    await identity.members.change(admin.actor, other.actor.id, { roles: ['buyer'] })
    expect(await ask()).toEqual(['orders:read'])
    expect((await identity.getApiKey(admin.actor, id)).createdBy).toBe(other.actor.id)
  })

  it('requires an administrator', async () => {
    await expect(
      identity.members.change(buyer.actor, other.actor.id, { roles: ['buyer'] }),
    ).rejects.toMatchObject({ code: 'identity.access_denied', status: 403 })
  })

  it('refuses a person who adds a role to themselves', async () => {
    await expect(
      identity.members.change(admin.actor, admin.actor.id, {
        roles: ['company_admin', 'approver'],
      }),
    ).rejects.toMatchObject({ code: 'identity.own_roles', status: 403 })
    expect(await rolesNow(admin.actor.id)).toEqual(['company_admin'])
  })

  it('does not find a person of another company', async () => {
    const stranger = await aPerson(database, { companyId: await aCompany(database) })
    await expect(
      identity.members.change(admin.actor, stranger.actor.id, { roles: ['approver'] }),
    ).rejects.toMatchObject({ code: 'identity.member_not_found', status: 404 })
  })

  it('leaves one administrator when two demote each other at once', async () => {
    const outcomes = await Promise.allSettled([
      identity.members.change(admin.actor, other.actor.id, { roles: ['buyer'] }),
      identity.members.change(other.actor, admin.actor.id, { roles: ['buyer'] }),
    ])

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const held = [await rolesNow(admin.actor.id), await rolesNow(other.actor.id)].flat()
    expect(held.filter((role) => role === 'company_admin')).toHaveLength(1)
  })

  it('never demotes the last administrator', async () => {
    await identity.members.change(admin.actor, other.actor.id, { roles: ['buyer'] })
    const invited = identity.members.change(admin.actor, admin.actor.id, {
      roles: ['company_admin'],
    })
    await expect(invited).resolves.toMatchObject({ roles: ['company_admin'] })
    await sql`
      update identity.memberships set roles = array['company_admin', 'buyer']
      where company_id = ${companyId} and user_id = ${admin.actor.id}
    `.execute(database.pool)

    await expect(
      identity.members.change(admin.actor, admin.actor.id, { roles: ['buyer'] }),
    ).rejects.toMatchObject({ code: 'identity.last_admin', status: 409 })
  })

  it('is in the audit log with the previous roles', async () => {
    await identity.members.change(admin.actor, buyer.actor.id, { roles: ['approver'] })
    const { rows } = await sql<{ action: string; actor_id: string; details: object }>`
      select action, actor_id, details from platform.audit_entries
      where company_id = ${companyId} and target_id = ${buyer.actor.id}
    `.execute(database.pool)
    expect(rows).toEqual([
      {
        action: 'identity.roles_changed',
        actor_id: admin.actor.id,
        details: { former: ['buyer'], roles: ['approver'] },
      },
    ])
  })
})

describe('a removed member', () => {
  it('is signed out of that company at once', async () => {
    const { ask } = await principalOf(buyer)
    await ask()

    await identity.members.remove(admin.actor, buyer.actor.id)

    await expect(ask()).rejects.toMatchObject({ code: 'identity.credentials_invalid' })
    expect(await rolesNow(buyer.actor.id)).toBeUndefined()
  })

  it('may leave of their own accord', async () => {
    await expect(identity.members.remove(buyer.actor, buyer.actor.id)).resolves.toMatchObject({
      userId: buyer.actor.id,
    })
  })

  it('is not found by another company or without the right', async () => {
    const stranger = await aPerson(database, {
      companyId: await aCompany(database),
      role: 'company_admin',
    })
    await expect(identity.members.remove(stranger.actor, buyer.actor.id)).rejects.toMatchObject({
      code: 'identity.member_not_found',
      status: 404,
    })
    await expect(identity.members.remove(buyer.actor, admin.actor.id)).rejects.toMatchObject({
      code: 'identity.access_denied',
    })
  })

  it('hands over the keys that others need, or stays until they are revoked', async () => {
    const { ask, id } = await aKeyOf(other, ['orders:read'])
    const { id: spare } = await aKeyOf(other, ['orders:read'])
    for (const actor of [admin.actor, other.actor]) {
      await expect(identity.members.remove(actor, other.actor.id)).rejects.toMatchObject({
        code: 'identity.keys_depend',
        details: { count: 2 },
      })
    }
    await identity.revokeApiKey(admin.actor, spare)

    await identity.members.remove(other.actor, other.actor.id, admin.actor.id)

    expect(await ask()).toEqual(['orders:read'])
    expect((await identity.getApiKey(admin.actor, id)).createdBy).toBe(admin.actor.id)
  })

  it('without the role of an administrator may always leave: the keys stop, and administrators are notified', async () => {
    const { ask } = await aKeyOf(buyer, ['orders:read'])
    await identity.members.remove(buyer.actor, buyer.actor.id, admin.actor.id)
    expect(await ask()).toEqual([])
    const mails = ['API keys of Bea Buyer have stopped working']
    expect(await Promise.all([admin, other].map(mailsTo))).toEqual([mails, mails])
  })

  it('is never the last administrator, even when two leave at once', async () => {
    const outcomes = await Promise.allSettled([
      identity.members.remove(admin.actor, admin.actor.id),
      identity.members.remove(other.actor, other.actor.id),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'identity.last_admin' },
    })
  })
})

describe('an operator', () => {
  it('belongs to the operating company and to no other', async () => {
    await expect(
      sql`
        insert into identity.memberships (company_id, user_id, roles, created_at)
        values (${companyId}, ${buyer.actor.id}, array['operator', 'buyer'], ${now})
      `.execute(database.pool),
    ).rejects.toThrow(/memberships_operators_apart|memberships_pkey/)
  })

  it('cannot be made or removed through the routes of a company', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    await expect(
      identity.members.change(operator.actor, operator.actor.id, { roles: ['buyer'] }),
    ).rejects.toMatchObject({ code: 'identity.operators_apart' })
    await expect(
      identity.members.invite(operator.actor, { email: 'x@example.com', roles: ['buyer'] }),
    ).rejects.toMatchObject({ code: 'identity.operators_apart' })
    await expect(
      identity.members.inviteOperator(admin.actor, 'x@example.com'),
    ).rejects.toMatchObject({ code: 'identity.operators_apart' })
  })
})

describe('a closed company', () => {
  let operator: Principal

  beforeAll(async () => {
    operator = (await aPerson(database, { companyId: 'co_any', role: 'operator' })).actor
  })

  it('has no working credential until it is opened again', async () => {
    const { ask } = await principalOf(buyer)
    const { key = '' } = await identity.createApiKey(admin.actor, {
      name: 'ERP',
      scopes: ['orders:read'],
    })
    const byKey = () => identity.authenticate({ authorization: undefined, 'x-api-key': key })
    await Promise.all([ask(), byKey()])

    await identity.members.changeCompany(operator, companyId, { state: 'DISABLED' })

    await expect(ask()).rejects.toMatchObject({ code: 'identity.credentials_invalid' })
    await expect(byKey()).rejects.toMatchObject({ code: 'identity.company_disabled', status: 403 })
    await expect(identity.signIn(buyer)).rejects.toMatchObject({
      code: 'identity.sign_in_refused',
    })

    await identity.members.changeCompany(operator, companyId, { state: 'ACTIVE' })
    await expect(byKey()).resolves.toBeDefined()
    await expect(identity.signIn(buyer)).resolves.toBeDefined()
  })

  it('is never the operating company', async () => {
    await expect(
      identity.members.changeCompany(operator, operator.companyId, { state: 'DISABLED' }),
    ).rejects.toMatchObject({ code: 'identity.platform_stays_open' })
  })

  it('is not found when it does not exist', async () => {
    await expect(
      identity.members.changeCompany(operator, 'co_nowhere', { state: 'DISABLED' }),
    ).rejects.toMatchObject({ code: 'identity.company_not_found', status: 404 })
  })
})

describe('registering a company again', () => {
  it('changes nothing', async () => {
    const before = await findCompany(database.pool, companyId)
    const other = { name: 'Other', currency: 'USD', country: 'US', vatId: 'DE100000008' }
    const company = { id: companyId, ...other, supplier: true, platform: false }
    expect(await database.transaction((tx) => registerCompany(tx, company, now))).toBe(false)
    expect(await findCompany(database.pool, companyId)).toEqual(before)
  })
})

describe('the own company', () => {
  it('is changed by its administrators, field by field', async () => {
    await identity.members.changeOwnCompany(admin.actor, { vatId: 'DE123456789', name: 'New' })
    const changed = await identity.members.changeOwnCompany(admin.actor, { vatId: null })
    expect(changed).toMatchObject({ name: 'New', vatId: undefined, currency: 'EUR' })
  })

  it.each(Object.entries(companySettings))(
    'has the setting %s, which changes alone',
    async (name, { example }) => {
      const { [name]: before, ...others } = await readCompany()
      const value = typeof before === 'boolean' ? !before : example
      expect(value).not.toBe(before)
      await identity.members.changeOwnCompany(admin.actor, { [name]: value })
      expect(await readCompany()).toEqual({ ...others, [name]: value })
    },
  )

  it.each([{ currency: 'XXX' }, { country: 'ZZ' }])(
    'refuses an unknown place: %o',
    async (change) => {
      await expect(identity.members.changeOwnCompany(admin.actor, change)).rejects.toMatchObject({
        code: 'identity.place_unknown',
        status: 422,
      })
    },
  )
})

async function aKeyOf(maker: APerson, scopes: readonly Scope[]) {
  const { apiKey, key = '' } = await identity.createApiKey(maker.actor, { name: 'Hooks', scopes })
  const headers = { authorization: undefined, 'x-api-key': key }
  const ask = async () => [...((await identity.authenticate(headers))?.scopes ?? [])].sort()
  await ask()
  return { id: apiKey.id, ask }
}

async function mailsTo({ email }: APerson): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select payload ->> 'subject' as subject from platform.jobs
    where name = 'platform.send_mail' and payload ->> 'to' = ${email}
  `.execute(database.pool)
  return rows.map(({ subject }) => subject)
}

const rolesNow = async (userId: string): Promise<string[] | undefined> => {
  const { rows } = await sql<{ roles: string[] }>`
    select roles from identity.memberships where company_id = ${companyId} and user_id = ${userId}
  `.execute(database.pool)
  return rows[0]?.roles
}

const principalOf = async (person: APerson) => {
  const { accessToken } = await identity.signIn(person)
  return { accessToken, ask: () => identity.authenticate(bearer(accessToken)) }
}

/** What the API answers of the company. */
async function readCompany(): Promise<Record<string, unknown>> {
  const company = await findCompany(database.pool, companyId)
  return company ? viewCompany(company) : {}
}
