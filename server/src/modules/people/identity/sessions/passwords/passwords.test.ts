import { hash } from '@node-rs/argon2'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal } from '#kernel/actor'
import { minutesMs } from '#kernel/time'
import { sql } from '#platform/db'
import { auditOf } from '#testing/audit'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer, identityJobs } from '#testing/identity-service'
import { waitingMailTo } from '#testing/mail'
import type { Identity } from '../../index.ts'

const start = new Date('2026-01-02T03:04:05Z')
const newPassword = 'a longer and better one'
let now = start
const database = await useDatabase()
let identity: Identity
let bea: APerson
const companyId = await aCompany(database)

beforeEach(async () => {
  now = start
  identity = anIdentity({ database, now: () => now })
  bea = await aPerson(database, { companyId })
  await sql`delete from platform.jobs`.execute(database.pool)
})

describe('changing the password', () => {
  it('requires the current one, ends all other sessions and sends a mail', async () => {
    const here = await signedIn()
    const there = await signedIn()
    await identity.changePassword(here.actor, { currentPassword: bea.password, newPassword })

    await expect(identity.authenticate(bearer(here.accessToken))).resolves.toBeDefined()
    await expect(identity.authenticate(bearer(there.accessToken))).rejects.toMatchObject({
      code: 'identity.credentials_invalid',
    })
    await expect(identity.signIn(bea)).rejects.toMatchObject({ code: 'identity.sign_in_refused' })
    await expect(identity.signIn({ ...bea, password: newPassword })).resolves.toBeDefined()
    expect((await mailTo(bea.email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ])
  })

  it('sends the mail in the language of the person, or else of the company', async () => {
    const subjects = async () => (await mailTo(bea.email)).map(({ subject }) => subject)
    const { actor } = await signedIn()
    const { pool } = database
    await sql`update identity.companies set locale = 'fr' where id = ${actor.companyId}`.execute(
      pool,
    )
    await identity.requestPasswordReset(bea.email)
    await identityJobs(database, identity, () => now).drain()
    expect(await subjects()).toEqual(['Choisissez un nouveau mot de passe'])
    await sql`update identity.users set locale = 'de' where id = ${actor.id}`.execute(pool)
    await identity.changePassword(actor, { currentPassword: bea.password, newPassword })
    expect(await subjects()).toContain('Ihr Passwort wurde geändert')
    await sql`update identity.companies set locale = null where id = ${actor.companyId}`.execute(
      pool,
    )
    await sql`update identity.users set locale = null where id = ${actor.id}`.execute(pool)
  })

  it('informs the subscribers to credential changes in the same transaction', async () => {
    const notified: string[] = []
    identity.onCredentialsChanged(async (tx, { userId, exceptSessionId }) => {
      await sql`select 1`.execute(tx)
      notified.push(`${userId} but ${exceptSessionId}`)
    })
    const { actor } = await signedIn()
    await identity.changePassword(actor, { currentPassword: bea.password, newPassword })
    expect(notified).toEqual([`${actor.id} but ${actor.sessionId}`])
  })

  it.each([
    ['a wrong current one', 'wrong', newPassword, 'current_password_wrong'],
    ['a common one', undefined, 'Passw0rd!', 'password_unacceptable'],
    ['one made of the e-mail address', undefined, 'example.com', 'password_unacceptable'],
    ['the same one', undefined, 'correct horse battery staple', 'password_unacceptable'],
    ['one that is too long', undefined, 'long'.repeat(33), 'password_unacceptable'],
  ])('is refused with %s', async (_what, current, wanted, code) => {
    const { actor } = await signedIn()
    const input = { currentPassword: current ?? bea.password, newPassword: wanted }
    await expect(identity.changePassword(actor, input)).rejects.toMatchObject({
      code: `identity.${code}`,
    })
  })

  it('succeeds once for two simultaneous requests', async () => {
    const { actor } = await signedIn()
    const change = (password: string) =>
      identity.changePassword(actor, { currentPassword: bea.password, newPassword: password })
    const results = await Promise.allSettled([change(newPassword), change('quite another one')])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a password that was hashed with other parameters', () => {
  it('is hashed again at the next sign-in', async () => {
    const old = await hash(bea.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await sql`update identity.users set password_hash = ${old} where id = ${bea.actor.id}`.execute(
      database.pool,
    )
    await identity.signIn(bea)
    const { rows } = await sql<{ password_hash: string }>`
      select password_hash from identity.users where id = ${bea.actor.id}
    `.execute(database.pool)
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await expect(identity.signIn(bea)).resolves.toBeDefined()
  })
})

describe('resetting the password by mail', () => {
  it('works once, ends all sessions and signs nobody in', async () => {
    const { accessToken } = await signedIn()
    const token = (await askForReset(bea.email.toUpperCase())) ?? ''
    await identity.resetPassword({ token, newPassword })

    await expect(identity.authenticate(bearer(accessToken))).rejects.toBeDefined()
    await expect(identity.signIn({ ...bea, password: newPassword })).resolves.toBeDefined()
    await expect(
      identity.resetPassword({ token, newPassword: 'yet another one' }),
    ).rejects.toMatchObject({ code: 'identity.reset_token_refused', status: 422 })
    expect(await auditOf(database, companyId, bea.actor.id)).toEqual([
      'identity.password_reset',
      'identity.password_reset_requested',
      'identity.session_opened',
      'identity.session_opened',
    ])
  })

  it('succeeds once for ten simultaneous requests with one token', async () => {
    const token = (await askForReset(bea.email)) ?? ''
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        identity.resetPassword({ token, newPassword: `${newPassword} ${index}` }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it.each([
    ['after half an hour', async () => later(minutesMs(30))],
    ['after the next request', async () => void (await askForReset(bea.email))],
    [
      'after the password was changed',
      async () => {
        const { actor } = await signedIn()
        await identity.changePassword(actor, { currentPassword: bea.password, newPassword })
      },
    ],
  ])('does not work %s', async (_when, meanwhile) => {
    const token = (await askForReset(bea.email)) ?? ''
    await meanwhile()
    await expect(
      identity.resetPassword({ token, newPassword: 'yet another one' }),
    ).rejects.toMatchObject({ code: 'identity.reset_token_refused' })
  })

  it('keeps the token when the new password is refused', async () => {
    const token = (await askForReset(bea.email)) ?? ''
    await expect(identity.resetPassword({ token, newPassword: 'Passw0rd!' })).rejects.toMatchObject(
      { code: 'identity.password_unacceptable' },
    )
    await expect(identity.resetPassword({ token, newPassword })).resolves.toBeUndefined()
  })

  it('stores the token nowhere but in the mail', async () => {
    const token = (await askForReset(bea.email)) ?? ''
    expect(token).toHaveLength(43)
    const { rows } = await sql<{ dump: string }>`
      select coalesce(string_agg(payload::text, ''), '') || (
        select coalesce(string_agg(encode(token_hash, 'hex'), ''), '') from identity.password_resets
      ) as dump from platform.jobs
    `.execute(database.pool)
    expect(rows[0]?.dump).not.toContain(token)
  })

  it('answers the same for an unknown address and sends nothing', async () => {
    await identity.requestPasswordReset('nobody@example.com')
    const { rows } = await sql<{ name: string; payload: object }>`
      select name, payload from platform.jobs
    `.execute(database.pool)
    expect(rows.map(({ name }) => name)).toEqual(['identity.send_password_reset'])
    expect(JSON.stringify(rows)).not.toContain('nobody')
    expect(await askForReset('nobody@example.com')).toBeUndefined()
  })

  it('is limited to three mails an hour', async () => {
    for (let request = 0; request < 5; request += 1) {
      await askForReset(bea.email)
      later(1_000)
    }
    expect(await mailTo(bea.email)).toHaveLength(3)
  })
})

describe('signing in', () => {
  it('refuses a disabled account with the message for an unknown one', async () => {
    await sql`update identity.users set state = 'DISABLED' where id = ${bea.actor.id}`.execute(
      database.pool,
    )
    await expect(identity.signIn(bea)).rejects.toMatchObject({ code: 'identity.sign_in_refused' })
  })

  it('requires a mailed code after a day of attacks on the account', async () => {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const guess = { email: bea.email, password: 'wrong' }
      await identity.signIn(guess, { address: `198.51.100.${attempt}` }).catch(() => undefined)
    }
    const refusal = await identity.signIn(bea, { address: '203.0.113.1' }).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'identity.second_factor_required',
      details: { methods: ['mail_code'] },
    })
    const [mail] = await mailTo(bea.email)
    const mailCode = /^[\w-]{43}$/m.exec(mail?.text ?? '')?.[0]
    const { challengeToken } = refusal.details
    await expect(
      identity.completeSignIn({ challengeToken, mailCode: 'guessed' }),
    ).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
    await expect(identity.completeSignIn({ challengeToken, mailCode })).resolves.toBeDefined()
    await expect(identity.completeSignIn({ challengeToken, mailCode })).rejects.toMatchObject({
      code: 'identity.challenge_refused',
    })
    // Three mails an hour for one address, even for somebody who knows the password. Then the codes of the earlier ones count.
    for (const _attempt of ['second', 'third', 'fourth']) {
      const again = identity.signIn(bea, { address: '203.0.113.1' })
      await expect(again).rejects.toMatchObject({ code: 'identity.second_factor_required' })
    }
    const mails = await mailTo(bea.email)
    expect(mails).toHaveLength(3)
    for (const { text } of mails) {
      const code = /^[\w-]{43}$/m.exec(text)?.[0] ?? ''
      await identity.signInByMailCode({ code, password: bea.password }).catch(() => undefined)
    }
    const last = identity.signIn(bea, { address: '203.0.113.1' })
    await expect(last).rejects.toMatchObject({ code: 'identity.too_many_attempts' })
  }, 180_000)
})

function later(milliseconds: number) {
  now = new Date(now.getTime() + milliseconds)
}

function mailTo(email: string) {
  return waitingMailTo(database, email)
}

async function signedIn(person = bea): Promise<{ accessToken: string; actor: Principal }> {
  const { accessToken } = await identity.signIn(person)
  return { accessToken, actor: (await identity.authenticate(bearer(accessToken))) as Principal }
}

async function askForReset(email: string): Promise<string | undefined> {
  await identity.requestPasswordReset(email)
  await identityJobs(database, identity, () => now).drain()
  const mails = (await mailTo(email)).filter(({ subject }) => subject === 'Choose a new password')
  const tokens = mails.map(({ text }) => /#token=([\w-]{43})$/m.exec(text)?.[1])
  return tokens.at(-1)
}
