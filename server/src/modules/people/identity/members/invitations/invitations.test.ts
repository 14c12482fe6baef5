import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Id } from '#kernel/id'
import { sql } from '#platform/db'
import { auditOf } from '#testing/audit'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer } from '#testing/identity-service'
import { mailedInvitation } from '#testing/invitations'
import { readList } from '#testing/lists'
import { waitingMailTo } from '#testing/mail'
import { companyList } from '../companies/company-list.ts'
import { invitationList } from './invitation-list.ts'

const start = new Date('2026-01-02T03:04:05Z')
const password = 'a long password that nobody has'
let now = start
const database = await useDatabase()
let companyId: Id<'co'>
let admin: APerson
let invited = 0
const identity = anIdentity({ database, now: () => now })

beforeEach(async () => {
  now = start
  companyId = await aCompany(database)
  admin = await aPerson(database, { companyId, role: 'company_admin' })
})

describe('an invitation', () => {
  it('creates an account with its roles and signs in', async () => {
    const { email, token, invitation } = await anInvitation(['approver'])
    // `inv` is an invoice.
    expect(invitation.id).toMatch(/^ivt_/)

    const { accessToken } = await accept(token)

    const principal = await identity.authenticate(bearer(accessToken))
    expect(principal).toMatchObject({ companyId, email, name: 'Ida Invited' })
    expect([...(principal?.roles ?? [])]).toEqual(['approver'])
    await expect(identity.signIn({ email, password })).resolves.toBeDefined()
    expect(await auditOf(database, companyId, invitation.id)).toEqual([
      'identity.invitation_accepted',
      'identity.invitation_sent',
    ])
  })

  it('is stored as a digest, and sealed in the mail', async () => {
    const { token, email } = await anInvitation()
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(i)::text as text from identity.invitations i where company_id = ${companyId}
      union all select payload::text from platform.jobs where payload->>'to' = ${email}
    `.execute(database.pool)
    expect(rows).toHaveLength(2)
    expect(rows.map((row) => row.text).join()).not.toContain(token)
  })

  it('works once', async () => {
    const { token } = await anInvitation()
    await accept(token)
    await expect(accept(token)).rejects.toMatchObject({ code: 'identity.invitation_not_found' })
  })

  it('makes one member when it is accepted many times at once', async () => {
    const { email, token } = await anInvitation()

    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => accept(token)))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await membersOf(email)).toBe(1)
  })

  it.each([
    ['nobody ever sent', async () => 'pvi_nothing'],
    [
      'is too old',
      async () => {
        const { token } = await anInvitation()
        now = new Date(start.getTime() + 8 * 86_400_000)
        return token
      },
    ],
    [
      'was revoked',
      async () => {
        const { token, invitation } = await anInvitation()
        await identity.members.revokeInvitation(admin.actor, invitation.id)
        return token
      },
    ],
    [
      'was replaced by another',
      async () => {
        const { token, email } = await anInvitation()
        await identity.members.invite(admin.actor, { email, roles: ['buyer'] })
        return token
      },
    ],
    [
      'came from somebody who may not invite any more',
      async () => {
        const { token } = await anInvitation()
        const other = await aPerson(database, { companyId, role: 'company_admin' })
        await identity.members.change(other.actor, admin.actor.id, { roles: ['buyer'] })
        return token
      },
    ],
  ])('is refused with the same message when it %s', async (_why, tokenOf) => {
    await expect(accept(await tokenOf())).rejects.toMatchObject({
      code: 'identity.invitation_not_found',
      status: 404,
    })
  })

  it('is written in the language of the person, or else of the inviting company', async () => {
    const { pool } = database
    const subjectTo = async (email: string) => {
      await identity.members.invite(admin.actor, { email, roles: ['buyer'] })
      return (await waitingMailTo(database, email)).at(-1)?.subject
    }
    await sql`update identity.companies set locale = 'fr' where id = ${companyId}`.execute(pool)
    expect(await subjectTo('new.french@example.com')).toMatch(/ vous invite sur Purveyor$/)
    const person = await aPerson(database, { companyId: await aCompany(database) })
    await sql`update identity.users set locale = 'de' where id = ${person.actor.id}`.execute(pool)
    expect(await subjectTo(person.email)).toMatch(/ lädt Sie zu Purveyor ein$/)
    await sql`update identity.companies set locale = null where id = ${companyId}`.execute(pool)
  })

  it('asks a person with an account to sign in, and then adds the company', async () => {
    const elsewhere = await aCompany(database)
    const person = await aPerson(database, { companyId: elsewhere })
    await identity.members.invite(admin.actor, { email: person.email, roles: ['approver'] })
    const token = await mailedInvitation(database, person.email)
    await expect(accept(token)).rejects.toMatchObject({
      code: 'identity.invitation_needs_sign_in',
      status: 409,
    })

    await identity.members.joinCompany(person.actor, token)

    expect(await auditOf(database, companyId, person.actor.id)).toEqual([
      'identity.invitation_accepted',
    ])

    const companies = await identity.members.companiesOf(person.actor)
    expect(companies.map((each) => each.companyId).toSorted()).toEqual(
      [elsewhere, companyId].toSorted(),
    )
  })

  it('works for its address alone', async () => {
    const { token, email } = await anInvitation()
    const thief = await aPerson(database, { companyId: await aCompany(database) })
    await expect(identity.members.joinCompany(thief.actor, token)).rejects.toMatchObject({
      code: 'identity.invitation_not_found',
    })
    expect(await membersOf(email)).toBe(0)
  })

  it('is not sent to a member, or by a person who is no administrator', async () => {
    const buyer = await aPerson(database, { companyId })
    await expect(
      identity.members.invite(admin.actor, { email: buyer.email.toUpperCase(), roles: ['buyer'] }),
    ).rejects.toMatchObject({ code: 'identity.already_member' })
    await expect(
      identity.members.invite(buyer.actor, { email: 'x@example.com', roles: ['company_admin'] }),
    ).rejects.toMatchObject({ code: 'identity.access_denied' })
  })

  it('is limited per address', async () => {
    const input = { email: 'pestered@example.com', roles: ['buyer'] as const }
    for (let count = 0; count < 5; count += 1) await identity.members.invite(admin.actor, input)
    await expect(identity.members.invite(admin.actor, input)).rejects.toMatchObject({
      code: 'identity.invitations_too_many',
      status: 429,
    })
  })

  it('is listed with its state, and only its company revokes it', async () => {
    const { invitation } = await anInvitation()
    const stranger = await aPerson(database, {
      companyId: await aCompany(database),
      role: 'company_admin',
    })
    await expect(
      identity.members.revokeInvitation(stranger.actor, invitation.id),
    ).rejects.toMatchObject({ code: 'identity.invitation_not_found', status: 404 })
    const listed = await readList(
      database,
      invitationList(() => now),
      admin.actor,
    )
    expect(listed).toMatchObject([{ id: invitation.id, state: 'OPEN' }])
  })

  it('refuses a common password', async () => {
    const { token } = await anInvitation()
    await expect(
      identity.members.acceptInvitation({ token, name: 'Ida', password: 'password' }),
    ).rejects.toMatchObject({ code: 'identity.password_unacceptable' })
  })
})

describe('an operator', () => {
  it('is invited by another operator, and never from among buyers', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const buyer = await aPerson(database, { companyId })
    await identity.members.inviteOperator(operator.actor, 'fresh-operator@example.com')
    const { accessToken } = await accept(
      await mailedInvitation(database, 'fresh-operator@example.com'),
    )
    expect([...((await identity.authenticate(bearer(accessToken)))?.roles ?? [])]).toEqual([
      'operator',
    ])

    await identity.members.inviteOperator(operator.actor, buyer.email)
    const token = await mailedInvitation(database, buyer.email)
    await expect(identity.members.joinCompany(buyer.actor, token)).rejects.toMatchObject({
      code: 'identity.operators_apart',
    })
  })
})

describe('a new company', () => {
  it('invites its first administrator by mail', async () => {
    const operator = await aPerson(database, { companyId, role: 'operator' })
    const company = await identity.members.createCompany(operator.actor, {
      name: 'Kabelwerk',
      currency: 'EUR',
      country: 'DE',
      supplier: true,
      adminEmail: 'ada@kabelwerk.example',
    })

    expect(company.timeZone).toBe('Europe/Berlin')
    const token = await mailedInvitation(database, 'ada@kabelwerk.example')
    const { accessToken } = await accept(token)

    const principal = await identity.authenticate(bearer(accessToken))
    expect(principal?.companyId).toBe(company.id)
    expect(principal?.roles.has('company_admin')).toBe(true)
    const found = await readList(database, companyList, operator.actor, { supplier: true })
    expect(found).toContainEqual(expect.objectContaining({ id: company.id }))
  })
})

describe('a person in two companies', () => {
  it('acts for one at a time and switches with new tokens in the same session', async () => {
    const elsewhere = await aCompany(database)
    const person = await aPerson(database, { companyId: elsewhere })
    await identity.members.invite(admin.actor, { email: person.email, roles: ['approver'] })
    await identity.members.joinCompany(person.actor, await mailedInvitation(database, person.email))
    const before = await identity.signIn(person)
    const actor = await identity.authenticate(bearer(before.accessToken))
    if (!actor) throw new Error('signed in, and nobody')

    const after = await identity.members.selectCompany(actor, companyId)

    const selected = await identity.authenticate(bearer(after.accessToken))
    expect(selected).toMatchObject({ id: person.actor.id, companyId })
    expect([...(selected?.roles ?? [])]).toEqual(['approver'])
    await expect(identity.authenticate(bearer(before.accessToken))).rejects.toMatchObject({
      code: 'identity.credentials_invalid',
    })
    await expect(identity.refresh(before.refreshToken)).rejects.toThrow()
    await expect(identity.refresh(after.refreshToken)).resolves.toBeDefined()
  })

  it('cannot switch to a company of others', async () => {
    const { accessToken } = await identity.signIn(admin)
    const actor = await identity.authenticate(bearer(accessToken))
    if (!actor) throw new Error('signed in, and nobody')
    const theirs = await aCompany(database)
    await expect(identity.members.selectCompany(actor, theirs)).rejects.toMatchObject({
      code: 'identity.company_not_found',
      status: 404,
    })
  })
})

async function anInvitation(roles: ('buyer' | 'approver' | 'company_admin')[] = ['buyer']) {
  invited += 1
  const email = `invited-${invited}@example.com`
  const invitation = await identity.members.invite(admin.actor, { email, roles })
  return { email, invitation, token: await mailedInvitation(database, email) }
}

const accept = (token: string) =>
  identity.members.acceptInvitation({ token, name: 'Ida Invited', password })

const membersOf = async (email: string): Promise<number | undefined> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from identity.memberships m
    join identity.users u on u.id = m.user_id
    where m.company_id = ${companyId} and u.email = ${email}
  `.execute(database.pool)
  return rows[0]?.count
}
