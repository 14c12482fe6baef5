import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { needOf } from './access-policy.ts'
import { allow, askFor, postForm, refresh, tokensFor, useOAuthWorld } from './oauth-world.ts'

type Schema = TSchema & { readonly properties: object }
type Response = { readonly content?: Readonly<Record<string, object>> }
type Operation = {
  readonly security: readonly object[]
  readonly responses: Readonly<Record<string, Response>>
}
type Document = {
  readonly paths: Readonly<Record<string, Record<string, Operation>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const world = await useOAuthWorld()
const person = await world.person()
const app = await world.partnerApp()
const { paths, components } = world.app.http.openapi() as unknown as Document
const endpoint = (name: string) => `${world.baseUrl}/oauth/${name}`

describe('the answers of the authorization server are as the document says:', () => {
  it('tokens, for a code and for a refresh token', async () => {
    const tokens = await tokensFor(world, app, person)
    expectDescribed('OAuthTokens', tokens)
    expectDescribed('OAuthTokens', (await refresh(world.baseUrl, app, tokens.refresh_token)).body)
  })

  it('what a token allows, and that it is revoked', async () => {
    const { access_token: token } = await tokensFor(world, app, person)
    const named = { token, client_id: app.clientId }
    expectDescribed('OAuthTokenState', (await postForm(endpoint('introspect'), named)).body)

    const revoked = await fetch(endpoint('revoke'), {
      method: 'POST',
      body: new URLSearchParams(named),
    })

    expect([revoked.status, await revoked.text()]).toEqual([200, ''])
    expect((await postForm(endpoint('introspect'), named)).body).toEqual({ active: false })
  })

  it.each([
    ['token', 400, { grant_type: 'authorization_code', client_id: app.clientId }],
    ['token', 400, { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: 'none' }],
    ['token', 400, { grant_type: 'password', client_id: app.clientId }],
    ['token', 401, { grant_type: 'refresh_token', client_id: 'nobody', refresh_token: 'none' }],
    ['revoke', 400, { client_id: app.clientId }],
    ['introspect', 401, { client_id: 'nobody', token: 'none' }],
  ])('the error of /oauth/%s with status %i for %j', async (name, status, form) => {
    const refused = await postForm(endpoint(name), form)

    expect(refused.status).toBe(status)
    expectDescribed('OAuthError', refused.body)
    expect(paths[`/oauth/${name}`]?.post?.responses).toHaveProperty(String(status))
  })

  it('the redirect of the authorization page, and its error page', async () => {
    const { url } = askFor(world.baseUrl, app.clientId)
    const { responses } = paths['/oauth/authorize']?.get ?? {
      responses: {} as Operation['responses'],
    }
    const redirect = await fetch(url, { redirect: 'manual' })
    expect(redirect.status).toBe(303)
    expect(responses).toHaveProperty('303')

    const wrong = `${endpoint('authorize')}?client_id=nobody&response_type=code`
    const page = await fetch(wrong, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    expect(Object.keys(responses['400']?.content ?? {})).toEqual(['text/html'])
    // The person comes back to the app, whatever is described.
    const back = await allow(world.browser(), askFor(world.baseUrl, app.clientId), person)
    expect(back.searchParams.get('code')).toBeTruthy()
  })

  it('the metadata', async () => {
    const answer = await fetch(`${world.baseUrl}/.well-known/oauth-authorization-server`)
    expectDescribed('OAuthServer', await answer.json())
  })
})

describe('the pages and metrics are as the document says:', () => {
  it.each(['operations', 'automations', 'orders'])(
    '/admin/%s is a page for a browser and a reading for a program',
    async (name) => {
      const url = `${world.baseUrl}/admin/${name}`
      const { headers } = await world.operator()
      const read = await fetch(url, { headers: { ...headers, accept: 'application/json' } })
      expect(read.status).toBe(200)
      expect(await read.json()).toMatchObject({ success: true, data: { dependencies: [{}, {}] } })
      expect((await fetch(url)).status).toBe(401)
      const [response] = Object.values(paths[`/admin/${name}`]?.get?.responses ?? {})
      expect(Object.keys(response?.content ?? {})).toEqual(['application/json', 'text/html'])
    },
  )

  it('/ is a page for a browser', async () => {
    const page = await fetch(world.baseUrl, { headers: { accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(Object.keys(paths['/']?.get?.responses[200]?.content ?? {})).toEqual(['text/html'])
  })

  it('/metrics is text for Prometheus', async () => {
    const { headers } = await world.operator()
    const answer = await fetch(`${world.baseUrl}/metrics`, { headers })
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await answer.text()).toContain('# TYPE http_requests_in_flight gauge')
    expect(Object.keys(paths['/metrics']?.get?.responses[200]?.content ?? {})).toEqual([
      'text/plain',
    ])
  })
})

describe('every operation', () => {
  it('names the credentials that the access policy demands', () => {
    const wrong = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { security }]) => {
        const route = path.replace(/\{(\w+)\}/g, ':$1')
        const need = needOf(method.toUpperCase(), route)
        const ways = security.flatMap((way) => Object.keys(way))
        const isOptional = security.length === 0 || security.some((way) => isEmpty(way))
        const isRight =
          need === 'nothing'
            ? isOptional
            : !isOptional && ways.includes('operator') === (need === 'operator')
        return isRight ? [] : [`${method} ${path} needs ${need}: ${JSON.stringify(security)}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

const isEmpty = (way: object) => Object.keys(way).length === 0

/** The answer fits the schema, and each of its fields is described. */
function expectDescribed(name: string, answer: unknown): void {
  const schema = components.schemas[name] as Schema
  const compiled = Compile(schema)
  expect([...compiled.Errors(answer)], JSON.stringify(answer)).toEqual([])
  const fields = Object.keys(answer as object)
  expect(fields.filter((field) => !(field in schema.properties))).toEqual([])
}
