import { generateKeyPairSync } from 'node:crypto'
import Provider, {
  type Configuration,
  errors,
  type Grant,
  type JWKS,
  type KoaContextWithOIDC,
} from 'oidc-provider'
import { type Clock, daysMs, hoursMs } from '#kernel/time'
import type { AuthorizeWords } from '#pages/authorize'
import type { Database } from '#platform/db'
import { createAdapterFactory } from './adapter.ts'
import { type ClientLimit, TooManyRequests } from './apps/client-limit.ts'
import { extraClientMetadata, extrasOf, findClient, isSecretOf } from './apps/clients.ts'
import type { EndGrant } from './grants/end-grant.ts'
import { findActiveMember, findLatestGrant } from './grants/grant-store.ts'
import { pageWords } from './pages/page-words.ts'
import { createPrompts } from './prompts.ts'

export type ProviderDeps = {
  readonly database: Database
  readonly now: Clock
  readonly log: {
    info(fields: object, message: string): void
    error(fields: object, message: string): void
  }
  readonly onRevoked: () => void
  readonly endGrant: EndGrant
  readonly clientLimit: ClientLimit
  /** The keys that sign cookies, the same on every process. The first one signs. */
  readonly cookieKeys: readonly string[]
  /** The address where people sign in, and the `iss` of every answer. */
  readonly authUrl: string
  /** The only resource: the API. */
  readonly baseUrl: string
  readonly renderError: (
    words: AuthorizeWords,
    error: string,
  ) => { readonly html: string; readonly policy: string }
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

export const lives = {
  code: 60,
  interaction: 600,
  accessToken: seconds(hoursMs(1)),
  refreshToken: seconds(daysMs(30)),
  /** Longer than a refresh token lives: however often tokens are renewed, consent expires. */
  grant: seconds(daysMs(90)),
  session: seconds(hoursMs(12)),
}

/** The authorization server: certified code, and in this file our decisions about it. */
export function createProvider(deps: ProviderDeps): Provider {
  const { authUrl, now } = deps
  const provider = new Provider(authUrl, configurationOf(deps))
  // These headers were written by us (forward-headers.ts), from what Fastify trusts and from the settings.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function (
    this: { clientSecret?: string },
    given: string,
  ) {
    return isSecretOf(this, given, now())
  } as never
  announceFailures(provider, deps)
  return provider
}

function configurationOf(deps: ProviderDeps): Configuration {
  const { baseUrl, database } = deps
  return {
    adapter: createAdapterFactory({
      ...deps,
      findClient: async (appId) => {
        await limitClient(deps, appId)
        return findClient(database, appId)
      },
    }),
    clients: [],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    jwks: unusedKeys(),
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    extraClientMetadata: { properties: [...extraClientMetadata] },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      introspection: '/oauth/introspect',
    },
    cookies: cookiesOf(deps),
    features: featuresOf(deps),
    interactions: {
      policy: createPrompts(baseUrl),
      url: (_ctx, { uid }) => `/oauth/interaction/${uid}`,
    },
    findAccount: async (ctx, sub) => {
      const member = await findActiveMember(database.pool, companyOf(ctx), sub)
      return member && { accountId: sub, claims: async () => ({ sub }) }
    },
    loadExistingGrant: (ctx) => loadGrant(deps, ctx),
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    // One setting for all routes decides which other origins may read answers, and clients do not.
    clientBasedCORS: () => false,
    extraTokenClaims: async (ctx) => ({ company_id: companyOf(ctx) }),
    renderError: async (ctx, { error }) => {
      const words = pageWords({
        uiLocales: ctx.query.ui_locales,
        acceptLanguage: ctx.get('accept-language'),
      })
      const page = deps.renderError(words, error)
      ctx.set('content-security-policy', page.policy)
      ctx.type = 'html'
      ctx.body = page.html
    },
    ttl: {
      AuthorizationCode: lives.code,
      Interaction: lives.interaction,
      AccessToken: lives.accessToken,
      Grant: lives.grant,
      Session: lives.session,
      RefreshToken: refreshTokenSeconds,
    },
  }
}

function cookiesOf({ authUrl, cookieKeys }: ProviderDeps): Configuration['cookies'] {
  const isSecure = authUrl.startsWith('https:')
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure: isSecure } as const
  return {
    keys: [...cookieKeys],
    names: {
      session: isSecure ? '__Host-purveyor-oauth' : 'purveyor-oauth',
      interaction: isSecure ? '__Secure-purveyor-ask' : 'purveyor-ask',
      resume: isSecure ? '__Secure-purveyor-resume' : 'purveyor-resume',
    },
    long: cookie,
    short: cookie,
  }
}

/** A refresh token ends no later than its grant. */
function refreshTokenSeconds({ oidc }: KoaContextWithOIDC): number {
  const { exp } = (oidc.entities.Grant ?? {}) as { exp?: number }
  const left = exp === undefined ? lives.grant : exp - seconds(Date.now())
  return Math.max(1, Math.min(lives.refreshToken, left))
}

function featuresOf({ baseUrl, database }: ProviderDeps): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => baseUrl,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, resource, client) => {
        if (resource !== baseUrl) throw new errors.InvalidTarget()
        return {
          scope: extrasOf(client).allowed_scopes.join(' '),
          audience: baseUrl,
          accessTokenTTL: lives.accessToken,
          accessTokenFormat: 'opaque',
        }
      },
    },
    introspection: {
      enabled: true,
      // A client may ask about its own tokens. A token is inactive when its person may no longer act.
      allowedPolicy: async (_ctx, client, token) => {
        if (token.clientId !== client.clientId) return false
        const { accountId } = token as { accountId?: string }
        const { company_id: companyId } = extrasOf(client)
        return Boolean(accountId && (await findActiveMember(database.pool, companyId, accountId)))
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => {
        if (token.clientId === client.clientId) return true
        throw new errors.InvalidRequest('the token is not of this client')
      },
    },
  }
}

/** A consent applies in every browser of the person. Each browser has its own grant, so that it ends alone. */
async function loadGrant(
  { database, now }: ProviderDeps,
  ctx: KoaContextWithOIDC,
): Promise<Grant | undefined> {
  const { oidc } = ctx
  const { session, client, account, result, provider } = oidc
  if (!client || !account) return undefined
  const here = result?.consent?.grantId ?? session?.grantIdFor(client.clientId)
  const found = here === undefined ? undefined : await provider.Grant.find(here)
  const { accountId: userId } = account
  if (found?.accountId === userId && found.clientId === client.clientId) return found

  const latest = await findLatestGrant(
    database.pool,
    companyOf(ctx),
    client.clientId,
    userId,
    now(),
  )
  if (!latest) return undefined
  const grant = new provider.Grant({ accountId: userId, clientId: client.clientId })
  const { resources, rejected } = latest.payload as Pick<Grant, 'resources' | 'rejected'>
  Object.assign(grant, { resources, rejected, exp: seconds(latest.expiresAt.getTime()) })
  await grant.save()
  return grant
}

function companyOf({ oidc }: KoaContextWithOIDC): string {
  return extrasOf(oidc.client).company_id
}

const limitedRoutes: ReadonlySet<string> = new Set(['token', 'revocation', 'introspection'])

async function limitClient({ clientLimit }: ProviderDeps, appId: string): Promise<void> {
  const ctx = Provider.ctx
  if (!ctx || !limitedRoutes.has(ctx.oidc.route)) return
  try {
    await clientLimit.take(appId, ctx.ip)
  } catch (error) {
    if (error instanceof TooManyRequests) ctx.set('retry-after', String(error.retryAfterSeconds))
    throw error
  }
}

/** Clients get only a general error. These events have the cause, which belongs in the log. */
function announceFailures(provider: Provider, { log }: ProviderDeps): void {
  const refused = (ctx: KoaContextWithOIDC, error: errors.OIDCProviderError) => {
    const { error: code, error_description: description, error_detail: detail } = error
    const { route, client } = ctx.oidc
    log.info(
      { route, clientId: client?.clientId, code, description, detail },
      'OAuth request refused.',
    )
  }
  provider.on('grant.error', refused)
  provider.on('authorization.error', refused)
  provider.on('introspection.error', refused)
  provider.on('revocation.error', refused)
  provider.on('server_error', (ctx, error) => {
    log.error({ route: ctx.oidc?.route, err: error }, 'OAuth request failed.')
  })
}

/**
 * Nothing is signed with these: none of our scopes makes an ID token. Without keys the library uses well-known ones.
 */
function unusedKeys(): JWKS {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] } as JWKS
}
