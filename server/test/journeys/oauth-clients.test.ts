import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import type { BrowsingPerson } from './oauth-person.ts'
import {
  everyScope,
  type RegisteredApp,
  redirectUri,
  signInAt,
  useOAuthWorld,
} from './oauth-world.ts'

const world = await useOAuthWorld()
const person = await world.person()

describe('openid-client 6, as a public app', () => {
  let app: RegisteredApp
  let config: client.Configuration

  beforeAll(async () => {
    app = await world.partnerApp()
    config = await client.discovery(
      new URL(world.baseUrl),
      app.clientId,
      undefined,
      client.None(),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    )
  })

  async function ask(scope: string) {
    const verifier = client.randomPKCECodeVerifier()
    const state = client.randomState()
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return { url, checks: { pkceCodeVerifier: verifier, expectedState: state } }
  }

  it('discovers the server, gets working tokens and refreshes them', async () => {
    expect(config.serverMetadata().supportsPKCE()).toBe(true)
    const { url, checks } = await ask(everyScope.join(' '))
    const back = await answer(world.browser(), url, { decision: 'allow', scope: everyScope })
    expect(back.searchParams.get('iss')).toBe(world.baseUrl)

    const tokens = await client.authorizationCodeGrant(config, back, checks)
    expect(tokens.scope?.split(' ')).toEqual(everyScope)
    const api = createClient(world.baseUrl, { bearer: tokens.access_token })
    expect((await api.get('/api/v1/cart')).status).toBe(200)

    const first = tokens.refresh_token ?? ''
    const fresh = await client.refreshTokenGrant(config, first)
    expect(fresh.refresh_token).not.toBe(first)
    const renewed = createClient(world.baseUrl, { bearer: fresh.access_token })
    expect((await renewed.get('/api/v1/cart')).status).toBe(200)

    // The old one comes a second time: somebody has stolen it, and nobody may say who.
    await expect(client.refreshTokenGrant(config, first)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    expect((await renewed.get('/api/v1/cart')).status).toBe(401)
    await expect(client.refreshTokenGrant(config, fresh.refresh_token ?? '')).rejects.toMatchObject(
      { error: 'invalid_grant' },
    )
  })

  it('gets the scopes that the person ticked, and learns of a refusal', async () => {
    const { url, checks } = await ask('products:read orders:read orders:write')
    const browser = world.browser()
    const ticked = ['products:read', 'orders:read']
    const back = await answer(browser, url, { decision: 'allow', scope: ticked })
    const tokens = await client.authorizationCodeGrant(config, back, checks)
    expect(tokens.scope).toBe('products:read orders:read')
    const api = createClient(world.baseUrl, { bearer: tokens.access_token })
    expect((await api.get('/api/v1/cart')).status).toBe(200)
    const { status, body } = await api.post('/api/v1/cart/items', { productId: 'x', quantity: 1 })
    expect([status, body.meta.details?.needs]).toEqual([403, 'orders:write'])

    const again = await ask('payments:read')
    const refused = await answer(world.browser(), again.url, { decision: 'deny' })
    await expect(
      client.authorizationCodeGrant(config, refused, again.checks),
    ).rejects.toMatchObject({ error: 'access_denied' })
  })

  it('revokes tokens', async () => {
    const { url, checks } = await ask('orders:read')
    const browser = world.browser()
    const page = await signInAt(browser, await browser.open(url.href), person)
    // Known from before: nothing to ask, or to be ticked once more.
    const back = page.status === 0 ? new URL(page.url) : undefined
    if (!back) throw new Error('was asked again for what had been given')
    const tokens = await client.authorizationCodeGrant(config, back, checks)
    await client.tokenRevocation(config, tokens.access_token)
    const api = createClient(world.baseUrl, { bearer: tokens.access_token })
    expect((await api.get('/api/v1/cart')).status).toBe(401)
  })
})

describe('oauth4webapi 3, as a confidential app', () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  let app: RegisteredApp
  let server: oauth.AuthorizationServer
  let me: oauth.Client
  let auth: oauth.ClientAuth

  beforeAll(async () => {
    app = await world.partnerApp({ type: 'confidential' })
    const issuer = new URL(world.baseUrl)
    server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
    )
    me = { client_id: app.clientId }
    auth = oauth.ClientSecretBasic(app.clientSecret ?? '')
  })

  async function authorize(scope: string) {
    const verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(server.authorization_endpoint ?? '')
    url.searchParams.set('client_id', app.clientId)
    url.searchParams.set('redirect_uri', redirectUri)
    url.searchParams.set('response_type', 'code')
    url.searchParams.set('scope', scope)
    url.searchParams.set('state', state)
    url.searchParams.set('code_challenge', await oauth.calculatePKCECodeChallenge(verifier))
    url.searchParams.set('code_challenge_method', 'S256')
    return { url, verifier, state }
  }

  async function tokens() {
    const { url, verifier, state } = await authorize(everyScope.join(' '))
    const browser = world.browser()
    const page = await signInAt(browser, await browser.open(url.href), person)
    const fields = { decision: 'allow', scope: everyScope }
    const end = page.status === 0 ? page : await browser.submit(page, '/consent', fields)
    const parameters = oauth.validateAuthResponse(server, me, new URL(end.url), state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      me,
      auth,
      parameters,
      redirectUri,
      verifier,
      insecure,
    )
    return oauth.processAuthorizationCodeResponse(server, me, response)
  }

  it('gets tokens, introspects and revokes them', async () => {
    const { access_token: token } = await tokens()
    const ask = async () => {
      const response = await oauth.introspectionRequest(server, me, auth, token, insecure)
      return oauth.processIntrospectionResponse(server, me, response)
    }
    expect(await ask()).toMatchObject({
      active: true,
      client_id: app.clientId,
      sub: person.actor.id,
      company_id: world.companyId,
      aud: world.baseUrl,
      iss: world.baseUrl,
      scope: everyScope.join(' '),
    })

    const response = await oauth.revocationRequest(server, me, auth, token, insecure)
    await oauth.processRevocationResponse(response)
    expect(await ask()).toEqual({ active: false })
  })

  it('keeps its refresh token: a client with a secret may refresh in parallel', async () => {
    const { refresh_token: token = '' } = await tokens()
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const response = await oauth.refreshTokenGrantRequest(server, me, auth, token, insecure)
        return oauth.processRefreshTokenResponse(server, me, response)
      }),
    )
    expect(new Set(answers.map((each) => each.access_token)).size).toBe(5)
    for (const { refresh_token: same } of answers) expect(same).toBe(token)
  })
})

/** The person's half of the way, whichever library the app uses. */
async function answer(
  browser: BrowsingPerson,
  url: URL,
  fields: { decision: 'allow' | 'deny'; scope?: readonly string[] },
): Promise<URL> {
  const page = await signInAt(browser, await browser.open(url.href), person)
  return new URL((await browser.submit(page, '/consent', fields)).url)
}
