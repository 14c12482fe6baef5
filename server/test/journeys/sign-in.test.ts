import { TOTP } from 'otpauth'
import { describe, expect, it, vi } from 'vitest'
import { sql } from '#platform/db'
import { type APerson, aPerson } from '#testing/identity'
import { type Client, createClient, type Reply } from './client.ts'
import { useWorld } from './world.ts'

const world = await useWorld()
const ours = await world.company()

describe('the ticket of a stream', () => {
  const ticketOf = async (client: Client) => {
    const { body } = await client.post('/api/v1/searches', { q: 'bolt' })
    const inOne = await client.post('/api/v1/products/stream/tickets', undefined)
    return async () => {
      const statuses = [body.data.stream.url, `${inOne.body.data.url}&q=bolt`].map(async (url) => {
        const response = await fetch(`${world.baseUrl}${url}`)
        await response.body?.cancel()
        return response.status
      })
      const [one, other] = await Promise.all(statuses)
      expect(other).toBe(one)
      return one
    }
  }

  it('opens nothing after its session has ended', async () => {
    const bea = await signedIn(await somebody())
    const open = await ticketOf(bea)
    expect(await open()).toBe(200)
    expect((await bea.post('/auth/logout', {})).status).toBe(200)
    expect(await open()).toBe(401)
  })

  it('opens nothing after its key is revoked', async () => {
    const wishes = { name: 'Shop', scopes: ['products:read'] }
    const { body } = await ours.admin.post('/api/v1/api-keys', wishes)
    const { id, key } = body.data
    const open = await ticketOf(createClient(world.baseUrl, { apiKey: key }))
    expect(await open()).toBe(200)
    expect((await ours.admin.delete(`/api/v1/api-keys/${id}`)).status).toBe(200)
    expect(await open()).toBe(401)
  })
})

describe('a person who forgot the password', () => {
  it('sets a new one by mail, and all earlier sessions end', async () => {
    const bea = await somebody()
    const before = await signedIn(bea)
    const asked = await world.anybody.post('/auth/password/reset-request', { email: bea.email })
    const unknown = await world.anybody.post('/auth/password/reset-request', {
      email: 'nobody@example.com',
    })
    expect([asked.status, unknown.status]).toEqual([202, 202])
    expect(unknown.body.data).toEqual(asked.body.data)

    const mail = await vi.waitFor(
      async () => {
        const [first] = await mailTo(bea.email)
        if (!first) throw new Error('no mail yet')
        return first
      },
      { timeout: 60_000, interval: 50 },
    )
    const token = /#token=([\w-]{43})$/m.exec(mail.text)?.[1] ?? ''
    const newPassword = 'a longer and better one'
    const reset = (password: string) =>
      world.anybody.post('/auth/password/reset', { token, newPassword: password })
    expect((await reset('Passw0rd!')).body.meta.code).toBe('identity.password_unacceptable')
    expect((await reset(newPassword)).status).toBe(200)
    expect((await reset(newPassword)).body.meta.code).toBe('identity.reset_token_refused')

    expect((await before.get('/auth/me')).status).toBe(401)
    expect((await signIn(bea.email, bea.password)).status).toBe(401)
    expect((await signIn(bea.email, newPassword)).status).toBe(200)
    expect(await mailTo('nobody@example.com')).toEqual([])
  })
})

describe('a person with an authenticator app', () => {
  it('is asked for a code on every way in', async () => {
    const bea = await somebody()
    const client = await signedIn(bea)
    const enrolled = await client.post('/auth/factors/totp')
    expect(enrolled.status).toBe(201)
    const { secret } = enrolled.body.data
    const confirmed = await client.post('/auth/factors/totp/confirm', {
      totp: codeOf(secret),
    })
    expect(confirmed.body.data.recoveryCodes).toHaveLength(10)

    const asked = await signIn(bea.email, bea.password)
    expect([asked.status, asked.body.meta.code]).toEqual([401, 'identity.second_factor_required'])
    const challengeToken = asked.body.meta.details?.challengeToken
    const answer = (more: object) =>
      world.anybody.post('/auth/login/second-factor', { challengeToken, ...more })
    expect((await answer({ totp: '000000' })).body.meta.code).toBe('identity.second_factor_refused')
    expect((await answer({ totp: '000000', recoveryCode: 'x' })).status).toBe(400)
    // The code of now has confirmed the app. The next one is taken, as of a clock that is a step ahead.
    const done = await answer({ totp: codeOf(secret, 30_000) })
    expect(done.status).toBe(200)

    const stepUp = await client.post('/auth/step-up', { password: bea.password })
    expect(stepUp.body.meta.code).toBe('identity.step_up_needs_factor')
    const factors = await client.get('/auth/factors')
    expect(factors.body.data).toMatchObject({ totp: { confirmed: true }, recoveryCodesLeft: 10 })
  })
})

describe('the sessions of a person', () => {
  it('are listed with the current one marked, and can be ended one by one or all but this', async () => {
    const bea = await somebody()
    const [here, there] = [await signedIn(bea), await signedIn(bea)]
    await signedIn(bea)
    const listed = (await here.get('/auth/sessions')).body.data as {
      id: string
      current: boolean
    }[]
    expect(listed).toHaveLength(3)
    expect(listed.filter(({ current }) => current)).toHaveLength(1)
    const other = (await there.get('/auth/me')).body.data.sessionId

    expect((await ours.buyer.delete(`/auth/sessions/${other}`)).status).toBe(404)
    expect((await here.delete(`/auth/sessions/${other}`)).status).toBe(200)
    expect((await there.get('/auth/me')).status).toBe(401)
    const revoked = await here.post('/auth/sessions/revoke-others')
    expect(revoked.body.data).toEqual({ revoked: 1 })
    expect((await here.get('/auth/me')).status).toBe(200)
  })
})

describe('a step-up', () => {
  it('is required before a key is created, and takes the password', async () => {
    const bea = await somebody()
    const client = await signedIn(bea)
    const { sessionId } = (await client.get('/auth/me')).body.data
    const mint = () => client.post('/api/v1/api-keys', { name: 'ERP', scopes: ['orders:read'] }, {})
    await longAgo(sessionId)
    const refused = await mint()
    expect([refused.status, refused.body.meta.code]).toEqual([403, 'identity.step_up_required'])
    const wrong = await client.post('/auth/step-up', { password: 'wrong' })
    expect(wrong.body.meta.code).toBe('identity.step_up_refused')
    expect((await client.post('/auth/step-up', { password: bea.password })).status).toBe(200)
    expect((await mint()).status).toBe(201)
  })
})

describe('guessing passwords', () => {
  it('is slowed down, with the same answer for known and unknown people', async () => {
    const bea = await somebody()
    const outcomes = async (email: string) => {
      const replies: unknown[] = []
      for (let guess = 0; guess < 6; guess += 1) {
        const { status, headers, body } = await signIn(email, `wrong ${guess}`)
        const { code, details } = body.meta
        const isWaiting = headers.has('retry-after')
        replies.push([status, code, body.error, isWaiting, Object.keys(details ?? {})])
      }
      return replies
    }
    const known = await outcomes(bea.email)
    expect(known).toEqual(await outcomes('nobody-at-all@example.com'))
    expect(known[4]).toEqual(expect.arrayContaining([401, 'identity.sign_in_refused']))
    expect(known[5]).toEqual(expect.arrayContaining([429, 'identity.too_many_attempts', true]))
    expect((await signIn(bea.email, bea.password)).status).toBe(429)
  })
})

async function longAgo(sessionId: string): Promise<void> {
  const { database } = world.parts.platform
  await sql`
    update identity.sessions set authenticated_at = now() - interval '6 minutes'
    where company_id = ${ours.companyId} and id = ${sessionId}
  `.execute(database.pool)
  world.parts.modules.identity.forgetCredentials()
}

async function signedIn({ email, password }: APerson): Promise<Client> {
  const { body } = await signIn(email, password)
  return createClient(world.baseUrl, { bearer: body.data.accessToken })
}

async function mailTo(email: string): Promise<{ subject: string; text: string }[]> {
  const url = `${world.sandboxUrl}/mailbox/messages?to=${encodeURIComponent(email)}`
  return ((await (await fetch(url)).json()) as { messages: { subject: string; text: string }[] })
    .messages
}

const somebody = (): Promise<APerson> =>
  aPerson(world.parts.platform.database, { companyId: ours.companyId, role: 'company_admin' })

const signIn = (email: string, password: string): Promise<Reply> =>
  world.anybody.post('/auth/login', { email, password })

const codeOf = (secret: string, offsetMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + offsetMs })
