import { createHash, randomBytes } from 'node:crypto'
import type { Role, Scope } from '#kernel/actor'
import type { Id } from '#kernel/id'
import { closeAtEnd } from '#testing/close-at-end'
import { type APerson, aCompany, aPerson } from '#testing/identity'
import { type Client, createClient } from './client.ts'
import { aBrowsingPerson, type BrowsingPerson, type Page } from './oauth-person.ts'
import { aWorld, type World, type WorldOptions } from './world.ts'

export type RegisteredApp = { readonly clientId: string; readonly clientSecret: string | undefined }

export type OAuthWorld = World & {
  readonly companyId: Id<'co'>
  readonly admin: Client
  person(role?: Role): Promise<APerson>
  partnerApp(overrides?: Record<string, unknown>): Promise<RegisteredApp>
  browser(): BrowsingPerson
}

export const redirectUri = 'https://partner.example/callback'
export const everyScope: readonly Scope[] = [
  'products:read',
  'orders:read',
  'orders:write',
  'payments:read',
]

/** A world of OAuth that the end of the test file closes. */
export async function useOAuthWorld(options: WorldOptions = {}): Promise<OAuthWorld> {
  return closeAtEnd(await anOAuthWorld(options))
}

export async function anOAuthWorld(options: WorldOptions = {}): Promise<OAuthWorld> {
  const world = await aWorld(options)
  const { database } = world.parts.platform
  const companyId = await aCompany(database)
  const person = (role: Role = 'buyer') => aPerson(database, { companyId, role })
  const { accessToken } = await world.parts.modules.identity.signIn(await person('company_admin'))
  const admin = createClient(world.baseUrl, { bearer: accessToken })
  return {
    ...world,
    companyId,
    admin,
    person,
    partnerApp: async (overrides = {}) => {
      const body = {
        name: 'Spend reports',
        type: 'public',
        redirectUris: [redirectUri],
        scopes: everyScope,
        ...overrides,
      }
      const { status, body: answer } = await admin.post('/api/v1/oauth-apps', body)
      if (status !== 201) throw new Error(`${status}: ${JSON.stringify(answer)}`)
      return { clientId: answer.data.clientId, clientSecret: answer.data.clientSecret }
    },
    browser: () => {
      const { AUTH_URL: authUrl = world.baseUrl } = options.settings ?? {}
      return aBrowsingPerson({ [world.baseUrl]: world.baseUrl, [authUrl]: world.baseUrl })
    },
  }
}

export type Asked = {
  readonly url: string
  readonly verifier: string
}

/** An authorization request as an app would make it, and as far as the test wants it otherwise. */
export function askFor(
  baseUrl: string,
  clientId: string,
  overrides: Record<string, string | undefined> = {},
): Asked {
  const verifier = randomBytes(32).toString('base64url')
  const parameters: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: everyScope.join(' '),
    state: 'a state of the app',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    ...overrides,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value)
  }
  return { url: `${baseUrl}/oauth/authorize?${query}`, verifier }
}

export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url')

/** Signs in, allows what is asked for or these of it, and comes back with where the app is called. */
export async function allow(
  browser: BrowsingPerson,
  asked: Asked,
  person: APerson,
  scopes: readonly string[] = everyScope,
): Promise<URL> {
  let page = await browser.open(asked.url)
  page = await signInAt(browser, page, person)
  if (page.status !== 0) {
    page = await browser.submit(page, '/consent', { decision: 'allow', scope: scopes })
  }
  if (page.status !== 0) throw new Error(`not back at the app: ${page.status} ${page.text}`)
  return new URL(page.url)
}

export async function signInAt(
  browser: BrowsingPerson,
  page: Page,
  { email, password }: APerson,
): Promise<Page> {
  if (!page.text.includes('/sign-in"')) return page
  return browser.submit(page, '/sign-in', { email, password })
}

export type TokenAnswer = {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects in it.
  readonly body: any
}

export async function postForm(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers })
  const text = await response.text()
  const { status } = response
  return { status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

export function redeem(
  baseUrl: string,
  { clientId, clientSecret }: RegisteredApp,
  code: string,
  verifier: string,
  overrides: Record<string, string> = {},
): Promise<TokenAnswer> {
  return postForm(`${baseUrl}/oauth/token`, {
    grant_type: 'authorization_code',
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...overrides,
  })
}

export function refresh(
  baseUrl: string,
  { clientId, clientSecret }: RegisteredApp,
  refreshToken: string,
  overrides: Record<string, string> = {},
): Promise<TokenAnswer> {
  return postForm(`${baseUrl}/oauth/token`, {
    grant_type: 'refresh_token',
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    refresh_token: refreshToken,
    ...overrides,
  })
}

/** The whole way in one step: tokens of this app for this person. */
export async function tokensFor(
  world: OAuthWorld,
  app: RegisteredApp,
  person: APerson,
  scopes?: readonly string[],
): Promise<{ access_token: string; refresh_token: string; scope: string }> {
  const asked = askFor(world.baseUrl, app.clientId, scopes && { scope: scopes.join(' ') })
  const back = await allow(world.browser(), asked, person, scopes)
  const answer = await redeem(
    world.baseUrl,
    app,
    back.searchParams.get('code') ?? '',
    asked.verifier,
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body
}
