import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { allow, askFor, redeem, useOAuthWorld } from './oauth-world.ts'

const authUrl = 'https://auth.purveyor.example'
const apiUrl = 'https://api.purveyor.example'
const world = await useOAuthWorld({ settings: { AUTH_URL: authUrl, BASE_URL: apiUrl } })

describe('pages and API on different hosts, behind a TLS proxy', () => {
  it('are named in the metadata', async () => {
    const response = await fetch(`${world.baseUrl}/.well-known/oauth-authorization-server`)
    expect(await response.json()).toMatchObject({
      issuer: authUrl,
      authorization_endpoint: `${authUrl}/oauth/authorize`,
      token_endpoint: `${apiUrl}/oauth/token`,
      revocation_endpoint: `${apiUrl}/oauth/revoke`,
      introspection_endpoint: `${apiUrl}/oauth/introspect`,
    })
  })

  it('link to each other, with secure cookies only', async () => {
    const app = await world.partnerApp()
    const person = await world.person()
    const browser = world.browser()
    const asked = askFor(authUrl, app.clientId)
    const back = await allow(browser, asked, person)
    expect(back.searchParams.get('iss')).toBe(authUrl)
    expect(browser.cookies.length).toBeGreaterThan(0)
    for (const { name, path, attributes } of browser.cookies) {
      expect(attributes.toLowerCase()).toContain('secure')
      expect(name).toMatch(path === '/' ? /^__Host-/ : /^__Secure-/)
    }

    const code = back.searchParams.get('code') ?? ''
    const { body } = await redeem(world.baseUrl, app, code, asked.verifier)
    const api = createClient(world.baseUrl, { bearer: body.access_token })
    expect((await api.get('/api/v1/cart')).status).toBe(200)
  })

  it('know one resource: the API', async () => {
    const app = await world.partnerApp()
    const ask = (resource: string) =>
      world.browser().open(askFor(authUrl, app.clientId, { resource }).url)
    expect((await ask(apiUrl)).text).toContain('Sign in to go on')
    expect((await ask(authUrl)).url).toContain('error=invalid_target')
  })
})
