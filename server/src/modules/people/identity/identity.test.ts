import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { createMemoryCache } from '#platform/cache'
import { createSeal, sealKeysFrom } from '#platform/seal'
import { createWake } from '#platform/wake'
import { aCompany, aPerson } from '#testing/identity'
import { createIdentity, type Identity, peppersFrom } from './index.ts'

const accessSecret = 'a secret of at least 32 bytes, no. 1'
const refreshSecret = 'a secret of at least 32 bytes, no. 2'
const start = new Date('2026-01-02T03:04:05Z')
let now = start
const database = await useDatabase()
const identity = identityWith()
const companyId = await aCompany(database)
const buyer = await aPerson(database, { companyId })
const admin = await aPerson(database, { companyId, role: 'company_admin' })

describe('signing in', () => {
  it('returns tokens for the person and the company', async () => {
    const { accessToken, expiresIn } = await identity.signIn(buyer)

    const principal = await identity.authenticate(bearer(accessToken))

    expect(expiresIn).toBe(600)
    expect(principal).toMatchObject({
      kind: 'person',
      id: buyer.actor.id,
      companyId: buyer.actor.companyId,
      email: buyer.email,
    })
    expect([...(principal?.roles ?? [])]).toEqual(['buyer'])
    expect(principal?.scopes.has('orders:write')).toBe(true)
    expect(principal?.scopes.has('webhooks:manage')).toBe(false)
  })

  it('accepts the e-mail address in any case', async () => {
    await expect(
      identity.signIn({ email: buyer.email.toUpperCase(), password: buyer.password }),
    ).resolves.toMatchObject({ tokenType: 'Bearer' })
  })

  it.each([
    ['a wrong password', () => ({ email: buyer.email, password: 'wrong' })],
    ['an unknown person', () => ({ email: 'nobody@example.com', password: 'wrong' })],
    ['a password too long to be one', () => ({ email: buyer.email, password: 'x'.repeat(200) })],
  ])('refuses %s with the same message', async (_what, credentials) => {
    await expect(identity.signIn(credentials())).rejects.toMatchObject({
      code: 'identity.sign_in_refused',
      status: 401,
    })
  })
})

describe('a credential', () => {
  it('is refused when it has expired', async () => {
    const { accessToken } = await identity.signIn(buyer)
    now = new Date(start.getTime() + 700_000)
    await expect(identity.authenticate(bearer(accessToken))).rejects.toMatchObject({
      code: 'identity.credentials_expired',
    })
    now = start
  })

  it('is refused beside another one', async () => {
    await expect(
      identity.authenticate({ authorization: 'Bearer x', 'x-api-key': 'y' }),
    ).rejects.toMatchObject({ code: 'identity.ambiguous_credentials', status: 400 })
  })

  it('is missing without a header', async () => {
    await expect(
      identity.authenticate({ authorization: undefined, 'x-api-key': undefined }),
    ).resolves.toBeUndefined()
  })

  it.each([
    ['a refresh token', async () => (await identity.signIn(buyer)).refreshToken],
    ['a token of another algorithm', () => forged({ alg: 'HS512', typ: 'at+jwt' })],
    ['a token of another type', () => forged({ alg: 'HS256', typ: 'JWT' })],
    ['a token without a known key id', () => forged({ alg: 'HS256', typ: 'at+jwt' })],
    ['an unsigned token', async () => unsigned()],
    ['a word', async () => 'word'],
  ])('is refused when it is %s', async (_what, token) => {
    await expect(identity.authenticate(bearer(await token()))).rejects.toMatchObject({
      code: 'identity.credentials_invalid',
      status: 401,
    })
  })

  it('is refused under any other scheme', async () => {
    await expect(
      identity.authenticate({ authorization: 'Basic YTpi', 'x-api-key': undefined }),
    ).rejects.toMatchObject({ code: 'identity.credentials_invalid' })
  })
})

describe('an API key', () => {
  it('acts for its company with its scopes, and for no person', async () => {
    const created = await identity.createApiKey(admin.actor, {
      name: 'ERP',
      scopes: ['products:read'],
    })

    const principal = await identity.authenticate(key(created.key ?? ''))

    expect(created.key).toMatch(/^pvy_test_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/)
    expect(principal).toMatchObject({ kind: 'api_key', companyId: admin.actor.companyId })
    expect([...(principal?.scopes ?? [])]).toEqual(['products:read'])
    expect(principal?.roles.size).toBe(0)
  })

  it('cannot have more rights than its creator', async () => {
    await expect(
      identity.createApiKey(buyer.actor, { name: 'Too much', scopes: ['webhooks:manage'] }),
    ).rejects.toMatchObject({ code: 'identity.scopes_beyond_yours', status: 403 })
  })

  it('stops at once when it is revoked', async () => {
    const created = await identity.createApiKey(admin.actor, {
      name: 'Old',
      scopes: ['orders:read'],
    })
    await identity.authenticate(key(created.key ?? ''))

    await identity.revokeApiKey(admin.actor, created.apiKey.id)

    await expect(identity.authenticate(key(created.key ?? ''))).rejects.toMatchObject({
      code: 'identity.credentials_invalid',
    })
  })

  it('works until the end of the overlap after its rotation', async () => {
    const old = await identity.createApiKey(admin.actor, { name: 'R', scopes: ['orders:read'] })
    const fresh = await identity.rotateApiKey(admin.actor, old.apiKey.id, 3_600)

    await expect(identity.authenticate(key(old.key ?? ''))).resolves.toBeDefined()
    await expect(identity.authenticate(key(fresh.key ?? ''))).resolves.toBeDefined()
    now = new Date(start.getTime() + 3_601_000)
    await expect(identity.authenticate(key(old.key ?? ''))).rejects.toMatchObject({
      code: 'identity.credentials_expired',
    })
    now = start
  })

  it('of another company is not found', async () => {
    const companyId = await aCompany(database)
    const stranger = await aPerson(database, { companyId, role: 'company_admin' })
    const { apiKey } = await identity.createApiKey(admin.actor, {
      name: 'Ours',
      scopes: ['orders:read'],
    })

    await expect(identity.revokeApiKey(stranger.actor, apiKey.id)).rejects.toMatchObject({
      code: 'identity.api_key_not_found',
      status: 404,
    })
  })

  it('with one changed character is refused before any query', async () => {
    const created = await identity.createApiKey(admin.actor, { name: 'T', scopes: ['orders:read'] })
    const text = created.key ?? ''
    const typo = text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
    await expect(identity.authenticate(key(typo))).rejects.toMatchObject({
      code: 'identity.credentials_invalid',
    })
  })

  it.each([
    ['in the past', new Date(start.getTime() - 1)],
    ['in three years', new Date(start.getTime() + 3 * 365 * 86_400_000)],
  ])('may not expire %s', async (_when, expiresAt) => {
    await expect(
      identity.createApiKey(admin.actor, { name: 'E', scopes: ['orders:read'], expiresAt }),
    ).rejects.toMatchObject({ code: 'identity.expiry_invalid' })
  })
})

function forged(header: { alg: string; typ: string }): Promise<string> {
  return new SignJWT({ sid: 'ses_1', company: buyer.actor.companyId, jti: '1' })
    .setProtectedHeader(header)
    .setIssuer('purveyor')
    .setAudience('purveyor-api')
    .setSubject(buyer.actor.id)
    .setExpirationTime('1h')
    .sign(Buffer.from(accessSecret))
}

function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: buyer.actor.id, sid: 'ses_1', company: 'co_1', jti: '1', exp: 4e9 }
  return `${part({ alg: 'none', typ: 'at+jwt' })}.${part(claims)}.`
}

function identityWith(accessTokenSeconds = 600): Identity {
  return createIdentity({
    database,
    cache: createMemoryCache(() => now),
    seal: createSeal(sealKeysFrom({ fallbackSecret: refreshSecret })),
    wake: createWake(createMemoryCache(() => now)),
    now: () => now,
    settings: {
      resetPageUrl: 'https://purveyor.example/account/reset-password',
      mailCodePageUrl: 'https://purveyor.example/account/mailed-code',
      invitationPageUrl: 'https://purveyor.example/account/invitation',
      accessSecret,
      refreshSecret,
      accessTokenSeconds,
      sessionDays: 30,
      sessionIdleDays: 7,
      keyMode: 'test',
      peppers: peppersFrom(undefined, sealKeysFrom({ fallbackSecret: refreshSecret })),
      requestsPerMinute: 600,
    },
  })
}

const bearer = (token: string) => ({
  authorization: `Bearer ${token}`,
  'x-api-key': undefined,
})

const key = (apiKey: string) => ({ authorization: undefined, 'x-api-key': apiKey })
