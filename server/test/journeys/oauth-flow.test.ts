import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import {
  allow,
  askFor,
  everyScope,
  postForm,
  redeem,
  redirectUri,
  refresh,
  signInAt,
  tokensFor,
  useOAuthWorld,
} from './oauth-world.ts'

const world = await useOAuthWorld()
const person = await world.person()
const app = await world.partnerApp()
const server = await world.partnerApp({ type: 'confidential', name: 'Back office' })

describe('the flow checks', () => {
  it('1. discovery: the metadata follow the settings', async () => {
    const response = await fetch(`${world.baseUrl}/.well-known/oauth-authorization-server`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      issuer: world.baseUrl,
      authorization_endpoint: `${world.baseUrl}/oauth/authorize`,
      token_endpoint: `${world.baseUrl}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      scopes_supported: expect.arrayContaining(['orders:write', 'webhooks:manage']),
      authorization_response_iss_parameter_supported: true,
    })
  })

  it('2. code with PKCE: working tokens, and iss and state in the answer', async () => {
    const { code, verifier, back } = await aCode()
    expect(back.searchParams.get('state')).toBe('a state of the app')
    expect(back.searchParams.get('iss')).toBe(world.baseUrl)
    const { status, body, headers } = await redeem(world.baseUrl, app, code, verifier)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
    expect(await works(body.access_token)).toBe(200)
  })

  it('3. code replay: refused, and its tokens are revoked', async () => {
    const { code, verifier } = await aCode()
    const { body } = await redeem(world.baseUrl, app, code, verifier)
    expect(await works(body.access_token)).toBe(200)

    const replay = await redeem(world.baseUrl, app, code, verifier)
    expect([replay.status, replay.body.error]).toEqual([400, 'invalid_grant'])
    expect(await works(body.access_token)).toBe(401)
    const after = await refresh(world.baseUrl, app, body.refresh_token)
    expect(after.body.error).toBe('invalid_grant')
  })

  it('4. refresh rotation: a new refresh token each time, for an app without a secret', async () => {
    const first = await tokensFor(world, app, person)
    const second = await refresh(world.baseUrl, app, first.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).not.toBe(first.refresh_token)
    const third = await refresh(world.baseUrl, app, second.body.refresh_token)
    expect(third.status).toBe(200)
  })

  it('5. down-scoping: a refresh may reduce scopes and never add any', async () => {
    const tokens = await tokensFor(world, app, person)
    const less = await refresh(world.baseUrl, app, tokens.refresh_token, { scope: 'orders:read' })
    expect(less.body.scope).toBe('orders:read')
    const more = await refresh(world.baseUrl, app, less.body.refresh_token, {
      scope: 'orders:read webhooks:manage',
    })
    expect([more.status, more.body.error]).toEqual([400, 'invalid_scope'])
  })

  it('6. reuse detection: every repeated ancestor ends the family', async () => {
    const first = await tokensFor(world, app, person)
    const second = (await refresh(world.baseUrl, app, first.refresh_token)).body
    const third = (await refresh(world.baseUrl, app, second.refresh_token)).body
    const reused = await refresh(world.baseUrl, app, first.refresh_token)
    expect([reused.status, reused.body.error]).toEqual([400, 'invalid_grant'])
    for (const { access_token: token } of [first, second, third]) {
      expect(await works(token)).toBe(401)
    }
    expect((await refresh(world.baseUrl, app, third.refresh_token)).status).toBe(400)
  })

  it('7. partial consent: unticked scopes are not granted, and not requested again', async () => {
    const browser = world.browser()
    const somebody = await world.person()
    const asked = ask()
    const back = await allow(browser, asked, somebody, ['products:read'])
    const code = back.searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, app, code, asked.verifier)
    expect(body.scope).toBe('products:read')
    expect(await works(body.access_token)).toBe(403)
    expect((await browser.open(ask().url)).url).toContain(`${redirectUri}?code=`)
  })

  it('8. denial: the app learns of it and gets nothing', async () => {
    const browser = world.browser()
    const somebody = await world.person()
    let page = await browser.open(ask().url)
    page = await signInAt(browser, page, somebody)
    page = await browser.submit(page, '/consent', { decision: 'deny' })
    const { searchParams } = new URL(page.url)
    expect(searchParams.get('error')).toBe('access_denied')
    expect(searchParams.get('code')).toBeNull()
  })

  it('21. ten redemptions of one code at once: one at most, and nothing survives', async () => {
    const { code, verifier } = await aCode()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => redeem(world.baseUrl, app, code, verifier)),
    )
    await expectNoSurvivor(answers)
  })

  it('22. ten refreshes with one token at once: one at most, and nothing survives', async () => {
    const { refresh_token: token } = await tokensFor(world, app, person)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refresh(world.baseUrl, app, token)),
    )
    await expectNoSurvivor(answers)
  })

  it('23. a second authorization asks nothing, in any browser', async () => {
    const somebody = await world.person()
    const browser = world.browser()
    await allow(browser, ask(), somebody)
    expect((await browser.open(ask().url)).url).toContain(`${redirectUri}?code=`)

    const other = world.browser()
    const page = await signInAt(other, await other.open(ask().url), somebody)
    expect(page.url).toContain(`${redirectUri}?code=`)
    expect((await other.open(ask({ prompt: 'consent' }).url)).text).toContain('act for you?')
  })

  it('24. incremental consent: asks for the new scopes, and grants all', async () => {
    const somebody = await world.person()
    const browser = world.browser()
    await allow(browser, ask({ scope: 'products:read' }), somebody, ['products:read'])
    const more = ask({ scope: 'products:read orders:read' })
    const back = await allow(browser, more, somebody, ['products:read', 'orders:read'])
    const code = back.searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, app, code, more.verifier)
    expect(body.scope).toBe('products:read orders:read')
  })

  it('25. introspection: of the client’s own tokens alone', async () => {
    const { access_token: token, refresh_token: refreshToken } = await tokensFor(world, app, person)
    const url = `${world.baseUrl}/oauth/introspect`
    const own = await postForm(url, { token, client_id: app.clientId })
    expect(own.body).toMatchObject({ active: true, sub: person.actor.id, aud: world.baseUrl })
    const ofRefresh = await postForm(url, { token: refreshToken, client_id: app.clientId })
    expect(ofRefresh.body.active).toBe(true)

    const { clientId, clientSecret = '' } = server
    const basic = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
    expect((await postForm(url, { token }, basic)).body).toEqual({ active: false })
    expect((await postForm(url, { token })).status).toBe(400)
  })

  it('26. revocation: takes effect at once, and an unknown token is no error', async () => {
    const tokens = await tokensFor(world, app, person)
    const url = `${world.baseUrl}/oauth/revoke`
    expect(await works(tokens.access_token)).toBe(200)
    const token = tokens.refresh_token
    expect((await postForm(url, { token, client_id: app.clientId })).status).toBe(200)
    expect(await works(tokens.access_token)).toBe(401)
    expect((await refresh(world.baseUrl, app, token)).body.error).toBe('invalid_grant')
    expect((await postForm(url, { token: 'unknown', client_id: app.clientId })).status).toBe(200)
  })
})

async function expectNoSurvivor(
  answers: readonly { status: number; body: Record<string, string> }[],
): Promise<void> {
  const winners = answers.filter(({ status }) => status === 200)
  expect(winners.length).toBeLessThanOrEqual(1)
  for (const { status, body } of answers) {
    if (status !== 200) expect(body.error).toBe('invalid_grant')
  }
  for (const { body } of winners) {
    expect(await works(body.access_token ?? '')).toBe(401)
    const again = await refresh(world.baseUrl, app, body.refresh_token ?? '')
    expect(again.status).toBe(400)
  }
}

async function aCode(overrides: Record<string, string | undefined> = {}, scopes = everyScope) {
  const asked = ask(overrides)
  const back = await allow(world.browser(), asked, person, scopes)
  return { code: back.searchParams.get('code') ?? '', verifier: asked.verifier, back }
}

const ask = (overrides: Record<string, string | undefined> = {}) =>
  askFor(world.baseUrl, app.clientId, overrides)

const works = async (token: string) =>
  (await createClient(world.baseUrl, { bearer: token }).get('/api/v1/cart')).status
