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
  tokensFor,
  useOAuthWorld,
} from './oauth-world.ts'

const world = await useOAuthWorld()
const person = await world.person()
const app = await world.partnerApp()
const server = await world.partnerApp({ type: 'confidential', name: 'Back office' })

describe('the flow checks', () => {
  it('9. missing PKCE is refused, for apps with a secret too', async () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined }
    expect(await refusalOf(without)).toBe('invalid_request')
    expect(await refusalOf({ ...without, client_id: server.clientId })).toBe('invalid_request')
  })

  it('10. PKCE plain and an invalid challenge are refused', async () => {
    expect(await refusalOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
    expect(await refusalOf({ code_challenge_method: undefined })).toBe('invalid_request')
    expect(await refusalOf({ code_challenge: 'short' })).toBe('invalid_request')
  })

  it('11. a wrong verifier is refused', async () => {
    const { code } = await aCode()
    const wrong = await redeem(world.baseUrl, app, code, 'x'.repeat(43))
    expect([wrong.status, wrong.body.error]).toEqual([400, 'invalid_grant'])
  })

  const mutations: readonly (readonly [string, string])[] = [
    ['12. a trailing slash', `${redirectUri}/`],
    ['13. a query', `${redirectUri}?next=1`],
    ['14. a suffix of the host', 'https://partner.example.evil.example/callback'],
    ['15. a port', 'https://partner.example:8443/callback'],
    ['16. an upper-case scheme', 'HTTPS://partner.example/callback'],
  ]
  it.each(mutations)(
    '%s in the redirect_uri: an error page, and never a redirect',
    async (_name, uri) => {
      await expectErrorPage(uri)
    },
  )

  it('17. an unknown scope is omitted, as the answer says', async () => {
    const { code, verifier } = await aCode({ scope: 'orders:read orders:own openid2' })
    const { body } = await redeem(world.baseUrl, app, code, verifier)
    expect(body.scope).toBe('orders:read')
    expect(await refusalOf({ scope: 'orders:own' })).toBe('invalid_scope')
    expect(await refusalOf({ scope: 'openid orders:read' })).toBe('invalid_scope')
  })

  it('18. a scope beyond the client is not granted, whatever the person may do', async () => {
    const { code, verifier } = await aCode({ scope: 'orders:read support:write' })
    const { body } = await redeem(world.baseUrl, app, code, verifier)
    expect(body.scope).toBe('orders:read')
    expect(await refusalOf({ scope: 'support:write' })).toBe('invalid_scope')
  })

  it('19. a foreign resource is refused, at both endpoints', async () => {
    expect(await refusalOf({ resource: 'https://other.example' })).toBe('invalid_target')
    const { code, verifier } = await aCode()
    const foreign = { resource: 'https://other.example' }
    const { body } = await redeem(world.baseUrl, app, code, verifier, foreign)
    expect(body.error).toBe('invalid_target')
  })

  it('20. an empty scope is refused before anybody signs in', async () => {
    expect(await refusalOf({ scope: undefined })).toBe('invalid_scope')
    expect(await refusalOf({ scope: '' })).toBe('invalid_scope')
  })

  it('27. client_credentials gives no token', async () => {
    const { clientId, clientSecret = '' } = server
    const fields = { grant_type: 'client_credentials', scope: 'orders:read' }
    const { status, body } = await postForm(`${world.baseUrl}/oauth/token`, {
      ...fields,
      client_id: clientId,
      client_secret: clientSecret,
    })
    expect([status, body.error]).toEqual([400, 'unsupported_grant_type'])
  })

  it('28. a JSON body at the token endpoint is refused', async () => {
    const response = await fetch(`${world.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'refresh_token', client_id: app.clientId }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it('29. a body of more than 56 KiB is refused', async () => {
    const fields = { grant_type: 'refresh_token', refresh_token: 'x'.repeat(60 * 1024) }
    const { status, body } = await postForm(`${world.baseUrl}/oauth/token`, fields)
    expect([status, body.error]).toEqual([400, 'invalid_request'])
  })

  it('30. a repeated parameter is refused, at both endpoints', async () => {
    const { url } = await world.browser().open(`${ask().url}&scope=products:read`)
    expect(new URL(url).searchParams.get('error')).toBe('invalid_request')
    const twice = `grant_type=refresh_token&client_id=${app.clientId}&refresh_token=a&refresh_token=b`
    const response = await fetch(`${world.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: twice,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: 'invalid_request' })
  })

  it('31. a wrong secret, and a missing one, are refused', async () => {
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: server.clientId }
    const url = `${world.baseUrl}/oauth/token`
    for (const secret of [{ client_secret: 'guessed' }, {}]) {
      const { status, body } = await postForm(url, { ...fields, ...secret })
      expect([status, body.error]).toEqual([401, 'invalid_client'])
    }
    // And a secret from an app that has none.
    const given = { ...fields, client_id: app.clientId, client_secret: 'made up' }
    expect((await postForm(url, given)).body.error).toBe('invalid_client')
  })

  it('32. a foreign origin may not read the answers', async () => {
    const origin = { origin: 'https://evil.example' }
    const fields = { grant_type: 'refresh_token', refresh_token: 'x', client_id: app.clientId }
    const { headers } = await postForm(`${world.baseUrl}/oauth/token`, fields, origin)
    expect(headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await fetch(`${world.baseUrl}/oauth/token`, {
      method: 'OPTIONS',
      headers: { ...origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
  })

  it.each([
    ['33. Host', { host: 'evil.example' }],
    [
      '34. X-Forwarded-Host',
      { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    ],
  ])('%s changes neither the metadata nor a redirect', async (_name, headers) => {
    const inject = (url: string) =>
      world.app.http.inject({ method: 'GET', url, headers: headers as Record<string, string> })
    const metadata = await inject('/.well-known/oauth-authorization-server')
    expect(metadata.body).not.toContain('evil')
    const { statusCode, headers: sent } = await inject(ask().url.slice(world.baseUrl.length))
    expect(statusCode).toBe(303)
    expect(JSON.stringify(sent)).not.toContain('evil')
  })

  it('35. a verifier without a challenge is refused', async () => {
    const { code } = await aCode()
    const { body } = await postForm(`${world.baseUrl}/oauth/token`, {
      grant_type: 'authorization_code',
      client_id: app.clientId,
      code,
      redirect_uri: redirectUri,
    })
    expect(body.error).toBe('invalid_grant')
  })

  it('36. a code is worthless to another client, or with another redirect_uri', async () => {
    const one = await aCode()
    const stranger = await redeem(world.baseUrl, server, one.code, one.verifier)
    expect([stranger.status, stranger.body.error]).toEqual([400, 'invalid_grant'])
    const elsewhere = { redirect_uri: `${redirectUri}/` }
    const wrong = await redeem(world.baseUrl, app, one.code, one.verifier, elsewhere)
    expect(wrong.body.error).toBe('invalid_grant')
  })

  it('37. a refresh token is worthless to another client', async () => {
    const { refresh_token: token, access_token: access } = await tokensFor(world, app, person)
    const { body } = await refresh(world.baseUrl, server, token)
    expect(body.error).toBe('invalid_grant')
    const url = `${world.baseUrl}/oauth/revoke`
    const { clientId, clientSecret = '' } = server
    await postForm(url, { token: access, client_id: clientId, client_secret: clientSecret })
    expect(await works(access)).toBe(200)
  })

  it('38. implicit flow, hybrid flow and password grant do not exist', async () => {
    for (const type of ['token', 'id_token', 'code token', 'code id_token', 'none', 'x']) {
      expect(await refusalOf({ response_type: type })).toBe('unsupported_response_type')
    }
    const url = `${world.baseUrl}/oauth/token`
    const grants = ['password', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code', 'x']
    for (const type of grants) {
      const fields = { grant_type: type, username: person.email, password: person.password }
      const { status, body } = await postForm(url, { ...fields, client_id: app.clientId })
      expect([type, status, body.error]).toEqual([type, 400, 'unsupported_grant_type'])
    }
  })

  it('39. only the listed paths exist', async () => {
    const paths = ['//oauth/authorize', '/oauth/token/', '/OAUTH/token', '/oauth%2Ftoken', '/token']
    for (const path of [
      ...paths,
      '/oauth/reg',
      '/oauth/jwks',
      '/.well-known/openid-configuration',
    ]) {
      const { statusCode } = await world.app.http.inject({ method: 'POST', url: path })
      expect([path, statusCode]).toEqual([path, 404])
    }
  })
})

it('a redirect_uri is the registered one, character by character', async () => {
  const wrong = [
    'https://partner.example/callback%20',
    'https://partner.example/callback%2F..',
    'https://partner.example/Callback',
    'https://partner.example/./callback',
    'https://partner.example/x/../callback',
    'https://partner.example//callback',
    'https://partner.example/callback#x',
    'https://partner.example/callback/extra',
    'https://partner.example./callback',
    'https://user@partner.example/callback',
    'https://partner.example@evil.example/callback',
    'https://sub.partner.example/callback',
    'https://evilpartner.example/callback',
    'https://partner.example:443/callback',
    'http://partner.example/callback',
    'https://PARTNER.example/callback',
    'https:partner.example/callback',
    ' https://partner.example/callback',
    'https://partner.example/callback\t',
    '//partner.example/callback',
    '/callback',
    'javascript:alert(1)',
    'com.example.app:/callback',
    'https://partner.example\\@evil.example/callback',
  ]
  for (const uri of wrong) await expectErrorPage(uri)
})

function ask(overrides: Record<string, string | undefined> = {}) {
  return askFor(world.baseUrl, app.clientId, overrides)
}

async function aCode(overrides: Record<string, string | undefined> = {}, scopes = everyScope) {
  const asked = ask(overrides)
  const back = await allow(world.browser(), asked, person, scopes)
  return { code: back.searchParams.get('code') ?? '', verifier: asked.verifier, back }
}

async function works(token: string) {
  return (await createClient(world.baseUrl, { bearer: token }).get('/api/v1/cart')).status
}

/** The error that the app gets instead of a code, at once and without a question to the person. */
async function refusalOf(overrides: Record<string, string | undefined>) {
  const { url } = await world.browser().open(ask(overrides).url)
  const { origin, pathname, search, hash } = new URL(url)
  expect(`${origin}${pathname}`).toBe(redirectUri)
  // An app that asked for an answer in the fragment gets the error there.
  const parameters = new URLSearchParams(search || hash.slice(1))
  expect(parameters.get('iss')).toBe(world.baseUrl)
  expect(parameters.get('code')).toBeNull()
  return parameters.get('error')
}

async function expectErrorPage(uri: string): Promise<void> {
  const response = await fetch(ask({ redirect_uri: uri }).url, { redirect: 'manual' })
  expect([uri, response.status, response.headers.get('location')]).toEqual([uri, 400, null])
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(await response.text()).not.toContain('evil.example')
}
