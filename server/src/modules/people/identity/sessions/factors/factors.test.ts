import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import type { Principal, Role } from '#kernel/actor'
import { minutesMs, secondsMs } from '#kernel/time'
import { sql } from '#platform/db'
import { auditOf } from '#testing/audit'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { anIdentity, bearer } from '#testing/identity-service'
import { type APasskey, aPasskey } from '#testing/tools/passkey'
import type { Identity } from '../../index.ts'

const start = new Date('2026-01-02T03:04:05Z')
let now = start
const database = await useDatabase()
let identity: Identity
const companyId = await aCompany(database)

beforeEach(() => {
  now = start
  identity = anIdentity({ database, now: () => now })
})

describe('an authenticator app', () => {
  it('counts after its first confirmed code, and is required from then on', async () => {
    const person = await signedIn()
    const { secret, uri } = await identity.enrolTotp(person.me)
    expect(uri).toContain(`secret=${secret}`)
    await expect(identity.signIn(person)).resolves.toBeDefined()
    await expect(identity.confirmTotp(person.me, '000000')).rejects.toMatchObject({
      code: 'identity.totp_code_wrong',
    })
    const codes = await identity.confirmTotp(person.me, codeOf(secret))
    expect(new Set(codes).size).toBe(10)

    later(secondsMs(30))
    const { challengeToken, methods } = await asked(person)
    expect(methods).toEqual(['totp', 'recovery_code'])
    await expect(identity.completeSignIn({ challengeToken, totp: '000000' })).rejects.toMatchObject(
      { code: 'identity.second_factor_refused' },
    )
    const tokens = await identity.completeSignIn({ challengeToken, totp: codeOf(secret) })
    await expect(identity.authenticate(bearer(tokens.accessToken))).resolves.toBeDefined()
    expect(await audited(person.me)).toEqual([
      'identity.second_factor_refused (refused)',
      // Before there was a second factor, twice, and with it.
      'identity.session_opened',
      'identity.session_opened',
      'identity.session_opened',
      'identity.totp_enrolled',
    ])
  })

  it('is sealed in the database, and its codes are digests', async () => {
    const { secret, recoveryCodes } = await withTotp()
    const { rows } = await sql<{ dump: string }>`
      select string_agg(secret_sealed, '') || (
        select string_agg(encode(code_hash, 'escape'), '') from identity.recovery_codes
      ) as dump from identity.totp_factors
    `.execute(database.pool)
    for (const text of [secret, ...recoveryCodes]) expect(rows[0]?.dump).not.toContain(text)
  })

  it('accepts a code one step early or late, once, and never an older one', async () => {
    const person = await withTotp()
    later(secondsMs(300))
    const code = codeOf(person.secret)
    const early = codeOf(person.secret, new Date(now.getTime() - 30_000))
    const old = codeOf(person.secret, new Date(now.getTime() - 60_000))
    const answer = async (totp: string) =>
      identity.completeSignIn({ challengeToken: (await asked(person)).challengeToken, totp })

    await expect(answer(old)).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
    await expect(answer(early)).resolves.toBeDefined()
    await expect(answer(code)).resolves.toBeDefined()
    await expect(answer(code)).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
    await expect(answer(early)).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
  })

  it('accepts one of ten simultaneous answers', async () => {
    const person = await withTotp()
    later(secondsMs(30))
    const { challengeToken } = await asked(person)
    const totp = codeOf(person.secret)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => identity.completeSignIn({ challengeToken, totp })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('allows five attempts per password within five minutes', async () => {
    const person = await withTotp()
    later(secondsMs(30))
    const { challengeToken } = await asked(person)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const origin = { address: `198.51.100.${attempt}` }
      await expect(
        identity.completeSignIn({ challengeToken, totp: '000000' }, origin),
      ).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
    }
    await expect(
      identity.completeSignIn({ challengeToken, totp: codeOf(person.secret) }),
    ).rejects.toMatchObject({ code: 'identity.challenge_refused' })

    const late = await asked(person)
    later(minutesMs(5))
    await expect(
      identity.completeSignIn({ ...late, totp: codeOf(person.secret) }),
    ).rejects.toMatchObject({ code: 'identity.challenge_refused' })
  })

  it('slows down guesses also over many sign-ins', async () => {
    const person = await withTotp()
    later(secondsMs(30))
    const outcomes: string[] = []
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const { challengeToken } = await asked(person)
      const guess = identity.completeSignIn({ challengeToken, totp: '000000' })
      outcomes.push(await guess.catch((error) => error.code))
    }
    expect(outcomes.slice(5)).toEqual(['identity.too_many_attempts', 'identity.too_many_attempts'])
  })

  it('ends the other sessions when it is added and when it is removed', async () => {
    const person = await signedIn()
    const other = await identity.signIn(person)
    const { secret } = await identity.enrolTotp(person.me)
    await identity.confirmTotp(person.me, codeOf(secret))
    await expect(identity.authenticate(bearer(other.accessToken))).rejects.toBeDefined()
    await expect(identity.authenticate(bearer(person.accessToken))).resolves.toBeDefined()

    await identity.disableTotp(person.me)
    await expect(identity.signIn(person)).resolves.toBeDefined()
    expect(await identity.factorsOf(person.me)).toMatchObject({ recoveryCodesLeft: 0 })
  })

  it('survives a password reset by mail', async () => {
    const person = await withTotp()
    const fresh = 'a longer and better one'
    await identity.changePassword(person.me, {
      currentPassword: person.password,
      newPassword: fresh,
    })
    expect((await asked({ ...person, password: fresh })).methods).toContain('totp')
  })
})

describe('a recovery code', () => {
  it('works once, with or without separators', async () => {
    const person = await withTotp()
    const [first = ''] = person.recoveryCodes
    const use = async (recoveryCode: string) => {
      const { challengeToken } = await asked(person)
      return identity.completeSignIn({ challengeToken, recoveryCode })
    }
    await expect(use(first.toLowerCase().replaceAll('-', ' '))).resolves.toBeDefined()
    await expect(use(first)).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
    expect(await identity.factorsOf(person.me)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('is void when new codes exist', async () => {
    const person = await withTotp()
    await identity.renewRecoveryCodes(person.me)
    const { challengeToken } = await asked(person)
    await expect(
      identity.completeSignIn({ challengeToken, recoveryCode: person.recoveryCodes[0] }),
    ).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
  })
})

describe('a passkey', () => {
  it('is a second factor', async () => {
    const person = await withPasskey()
    expect(person.registered.recoveryCodes).toHaveLength(10)
    const { challengeToken, methods, passkeyOptions } = await asked(person)
    expect(methods).toContain('passkey')
    const passkey = person.passkey.get({ challenge: passkeyOptions?.challenge ?? '' })
    await expect(identity.completeSignIn({ challengeToken, passkey })).resolves.toBeDefined()
  })

  it('signs in by itself when it was unlocked', async () => {
    const { passkey, me } = await withPasskey()
    const { challengeToken, options } = await identity.beginPasskeySignIn()
    const answer = passkey.get({ challenge: options.challenge })
    const { accessToken } = await identity.signInByPasskey({ challengeToken, passkey: answer })
    expect((await identity.authenticate(bearer(accessToken)))?.id).toBe(me.id)
    await expect(
      identity.signInByPasskey({ challengeToken, passkey: answer }),
    ).rejects.toMatchObject({ code: 'identity.challenge_refused' })
    expect(await audited(me)).toEqual([
      'identity.passkey_registered',
      'identity.session_opened',
      'identity.session_opened',
    ])
  })

  it.each([
    ['another site', { rpId: 'evil.example' }],
    ['another page', { origin: 'https://evil.example' }],
    ['another question', { challenge: 'b3RoZXI' }],
    ['a touch only', { verified: false }],
    ['an old counter', { counter: 1 }],
  ])('is refused with the answer to %s', async (_what, wrong) => {
    const { passkey, me } = await withPasskey()
    const sign = async (overrides: object) => {
      const { challengeToken, options } = await identity.beginPasskeySignIn()
      const answer = passkey.get({ challenge: options.challenge, ...overrides })
      return identity.signInByPasskey({ challengeToken, passkey: answer })
    }
    await sign({})
    await expect(sign(wrong)).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
    expect(await audited(me)).toContain('identity.second_factor_refused (refused)')
  })

  it('must be unlocked for operators, also as a second step', async () => {
    const person = await withPasskey('operator')
    const { challengeToken, passkeyOptions } = await asked(person)
    expect(passkeyOptions?.userVerification).toBe('required')
    const challenge = passkeyOptions?.challenge ?? ''
    const touched = person.passkey.get({ challenge, verified: false })
    await expect(
      identity.completeSignIn({ challengeToken, passkey: touched }),
    ).rejects.toMatchObject({ code: 'identity.second_factor_refused' })
    const unlocked = person.passkey.get({ challenge })
    await expect(
      identity.completeSignIn({ challengeToken, passkey: unlocked }),
    ).resolves.toBeDefined()
  })

  it('of another person opens no account', async () => {
    const bea = await withPasskey()
    const eve = await withPasskey()
    const { challengeToken, passkeyOptions } = await asked(bea)
    const passkey = eve.passkey.get({ challenge: passkeyOptions?.challenge ?? '' })
    await expect(identity.completeSignIn({ challengeToken, passkey })).rejects.toMatchObject({
      code: 'identity.second_factor_refused',
    })
  })

  it('is registered once, in the session that asked, for this site', async () => {
    const bea = await signedIn()
    const eve = await signedIn()
    const passkey = aPasskey()
    const { challengeToken, options } = await identity.beginPasskey(bea.me)
    const { challenge } = options
    const input = { challengeToken, name: 'Laptop', passkey: passkey.create({ challenge }) }
    await expect(identity.registerPasskey(eve.me, input)).rejects.toMatchObject({
      code: 'identity.challenge_refused',
    })
    const elsewhere = passkey.create({ challenge, origin: 'https://evil.example' })
    await expect(
      identity.registerPasskey(bea.me, { ...input, passkey: elsewhere }),
    ).rejects.toMatchObject({ code: 'identity.passkey_refused' })
    await identity.registerPasskey(bea.me, input)
    await expect(identity.registerPasskey(bea.me, input)).rejects.toMatchObject({
      code: 'identity.challenge_refused',
    })
    await expect(withPasskey('buyer', passkey)).rejects.toMatchObject({
      code: 'identity.passkey_refused',
    })
  })

  it('is listed and removed by its person only', async () => {
    const bea = await withPasskey()
    const eve = await signedIn()
    const { id } = bea.registered.passkey
    expect((await identity.factorsOf(bea.me)).passkeys).toMatchObject([{ id, name: 'Laptop' }])
    await expect(identity.removePasskey(eve.me, id)).rejects.toMatchObject({
      code: 'identity.factor_not_found',
      status: 404,
    })
    await identity.removePasskey(bea.me, id)
    expect(await audited(bea.me)).toContain('identity.passkey_removed')
    expect(await audited(eve.me)).not.toContain('identity.passkey_removed')
    await expect(identity.signIn(bea)).resolves.toBeDefined()
  })
})

describe('a step-up', () => {
  it('accepts the password of a person without a second factor, and is recorded', async () => {
    const bea = await signedIn()
    later(minutesMs(6))
    const fresh = () => identity.authenticate(bearer(bea.accessToken))
    expect((await fresh())?.authenticatedAt).toEqual(start)
    await expect(identity.stepUp(bea.me, { password: 'wrong' })).rejects.toMatchObject({
      code: 'identity.step_up_refused',
    })
    await identity.stepUp(bea.me, { password: bea.password })
    expect((await fresh())?.authenticatedAt).toEqual(now)
  })

  it('requires the second factor of a person who has one', async () => {
    const bea = await withTotp()
    later(secondsMs(30))
    await expect(identity.stepUp(bea.me, { password: bea.password })).rejects.toMatchObject({
      code: 'identity.step_up_needs_factor',
    })
    await expect(identity.stepUp(bea.me, { totp: codeOf(bea.secret) })).resolves.toEqual(now)
  })

  it('accepts a passkey that answers the challenge of this session', async () => {
    const bea = await withPasskey()
    const { challengeToken, options } = await identity.beginStepUp(bea.me)
    const passkey = bea.passkey.get({ challenge: options.challenge })
    await expect(identity.stepUp(bea.me, { challengeToken, passkey })).resolves.toEqual(now)
    await expect(identity.stepUp(bea.me, { challengeToken, passkey })).rejects.toMatchObject({
      code: 'identity.step_up_refused',
    })
  })
})

describe('a role that needs a second factor', () => {
  it('allows nothing else until the person has one', async () => {
    const settings = { mfaRequiredRoles: ['operator', 'company_admin'] as const }
    identity = anIdentity({ database, now: () => now, settings })
    const admin = await signedIn('company_admin')
    const buyer = await signedIn('buyer')
    expect(admin.me.mustEnrol).toBe(true)
    expect(buyer.me.mustEnrol).toBe(false)

    const { secret } = await identity.enrolTotp(admin.me)
    await identity.confirmTotp(admin.me, codeOf(secret))
    const principal = await identity.authenticate(bearer(admin.accessToken))
    expect(principal?.mustEnrol).toBe(false)
  })
})

type SignedIn = APerson & { readonly me: Principal; readonly accessToken: string }

async function signedIn(role: Role = 'buyer'): Promise<SignedIn> {
  const person = await aPerson(database, { companyId, role })
  const { accessToken } = await identity.signIn(person)
  const me = (await identity.authenticate(bearer(accessToken))) as Principal
  return { ...person, me, accessToken }
}

async function withTotp() {
  const person = await signedIn()
  const { secret } = await identity.enrolTotp(person.me)
  const recoveryCodes = await identity.confirmTotp(person.me, codeOf(secret))
  return { ...person, secret, recoveryCodes }
}

/** What a sign-in with the right password asks for. */
async function asked({ email, password }: APerson) {
  const refusal = await identity.signIn({ email, password }).then(
    () => undefined,
    (error) => error,
  )
  expect(refusal).toMatchObject({ code: 'identity.second_factor_required', status: 401 })
  return refusal.details as {
    challengeToken: string
    methods: string[]
    passkeyOptions?: { challenge: string; userVerification: string; rpId: string }
  }
}

async function withPasskey(role: Role = 'buyer', passkey: APasskey = aPasskey()) {
  const person = await signedIn(role)
  const { challengeToken, options } = await identity.beginPasskey(person.me)
  const answer = passkey.create({ challenge: options.challenge })
  const input = { challengeToken, name: 'Laptop', passkey: answer }
  const registered = await identity.registerPasskey(person.me, input)
  return { ...person, passkey, registered }
}

const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

const audited = (me: Principal) => auditOf(database, me.companyId, me.id)

const codeOf = (secret: string, at = now) =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() })
