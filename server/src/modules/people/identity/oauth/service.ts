import type Provider from 'oidc-provider'
import type { Actor } from '#kernel/actor'
import { after, type Clock, hoursMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import type { LimiterStore } from '#platform/http'
import { fail } from '../failures.ts'
import type { Identity } from '../service.ts'
import type { OAuthApp } from './apps/app.ts'
import { type AppChange, findApp } from './apps/app-store.ts'
import {
  type AppDeps,
  type CreateAppInput,
  type CreatedApp,
  changeApp,
  createApp,
  revokeApp,
  rotateAppSecret,
} from './apps/change-apps.ts'
import { createClientLimit } from './apps/client-limit.ts'
import { createEndGrant, endOAuthOfPerson } from './grants/end-grant.ts'
import {
  type AuthorizedApp,
  type AuthorizedPage,
  deleteGrantsOfPersonToApp,
  listAuthorizedApps,
} from './grants/grant-store.ts'
import { deleteExpired } from './grants/token-store.ts'
import { errorPage } from './pages/pages.ts'
import { createProvider, type ProviderDeps } from './provider.ts'

/** Partner apps that act for people: OAuth 2.0, authorization code with PKCE. */
export type OAuth = {
  readonly provider: Provider
  readonly authUrl: string
  readonly baseUrl: string
  readonly database: Database
  readonly identity: Identity
  readonly now: Clock
  /** Binds a form to the browser that it was made for. */
  readonly formKey: Buffer
  createApp(actor: Actor, input: CreateAppInput): Promise<CreatedApp>
  changeApp(actor: Actor, appId: string, change: AppChange): Promise<OAuthApp>
  rotateSecret(actor: Actor, appId: string, overlapSeconds: number): Promise<CreatedApp>
  revokeApp(actor: Actor, appId: string): Promise<OAuthApp>
  getApp(companyId: string, appId: string): Promise<OAuthApp>
  /** The apps that act for this person. */
  authorizedApps(actor: Actor, page: AuthorizedPage): Promise<AuthorizedApp[]>
  /** Revokes what the person allowed an app, in every browser. */
  withdraw(actor: Actor, appId: string): Promise<void>
  purgeExpired(signal?: AbortSignal): Promise<void>
}

export type OAuthDeps = {
  readonly database: Database
  readonly identity: Identity
  readonly now: Clock
  readonly log: ProviderDeps['log']
  /** Where the requests of a client are counted: shared by all processes, or in each process alone. */
  readonly limiterStore: LimiterStore
  readonly settings: {
    readonly clientRequestsPerMinute: number
    readonly authUrl: string
    readonly baseUrl: string
    readonly cookieKeys: readonly string[]
    readonly formKey: Buffer
    readonly mode: 'live' | 'test'
  }
}

export function createOAuth(deps: OAuthDeps): OAuth {
  const { database, identity, now, log, limiterStore, settings } = deps
  const { authUrl, baseUrl, cookieKeys, formKey, mode, clientRequestsPerMinute } = settings
  const onRevoked = () => identity.forgetCredentials()
  const endGrant = createEndGrant({ database, now, onRevoked })
  identity.onCredentialsChanged((tx, change) => endOAuthOfPerson(tx, change.userId, change.now))
  const apps: AppDeps = { database, now, mode, onRevoked }
  return {
    provider: createProvider({
      database,
      now,
      log,
      onRevoked,
      endGrant,
      clientLimit: createClientLimit(limiterStore, clientRequestsPerMinute),
      cookieKeys,
      authUrl,
      baseUrl,
      renderError: errorPage,
    }),
    authUrl,
    baseUrl,
    database,
    identity,
    now,
    formKey,
    createApp: (actor, input) => createApp(apps, actor, input),
    changeApp: (actor, appId, change) => changeApp(apps, actor, appId, change),
    rotateSecret: (actor, appId, overlap) => rotateAppSecret(apps, actor, appId, overlap),
    revokeApp: (actor, appId) => revokeApp(apps, actor, appId),
    getApp: async (companyId, appId) => {
      const app = await findApp(database.pool, companyId, appId)
      if (!app) throw fail('oauth_app_not_found', { appId })
      return app
    },
    authorizedApps: ({ companyId, id }, page) =>
      listAuthorizedApps(database.pool, companyId, id, now(), page),
    withdraw: (actor, appId) => withdraw(apps, actor, appId),
    purgeExpired: (signal) => purgeExpired({ database, now }, signal),
  }
}

async function withdraw(
  { database, now, onRevoked }: AppDeps,
  actor: Actor,
  appId: string,
): Promise<void> {
  const { companyId, id: userId } = actor
  await database.transaction(async (tx) => {
    const ended = await deleteGrantsOfPersonToApp(tx, companyId, appId, userId)
    if (ended === 0) throw fail('oauth_app_not_found', { appId })
    recordAudit(tx, {
      companyId,
      actor,
      action: 'identity.oauth_access_ended',
      target: { type: 'oauth_app', id: appId },
      outcome: 'done',
      details: { grants: ended },
      now: now(),
    })
  })
  onRevoked()
}

/** Expired entries are kept for this long, so that a client with a slow clock gets "expired" and not "unknown". */
const keptMs = hoursMs(1)
const batchMax = 1_000

/** Deletes codes, tokens, consents and sessions that have expired. Harmless to run twice. */
async function purgeExpired(
  { database, now }: { readonly database: Database; readonly now: Clock },
  signal?: AbortSignal,
): Promise<void> {
  let deleted: number
  do {
    const before = after(now(), -keptMs)
    deleted = await database.transaction((tx) => deleteExpired(tx, before, batchMax))
  } while (deleted >= batchMax && !signal?.aborted)
}
