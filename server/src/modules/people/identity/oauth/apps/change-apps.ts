import type { Actor, Scope } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, type Clock, secondsMs } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { claimKey, type IdempotencyClaim } from '#platform/idempotency'
import { fail } from '../../failures.ts'
import { deleteGrantsOfApp } from '../grants/grant-store.ts'
import {
  type AppKind,
  generateClientSecret,
  type OAuthApp,
  redirectUriProblem,
  secretHashOf,
} from './app.ts'
import {
  type AppChange,
  findApp,
  insertApp,
  markAppRevoked,
  replaceSecret,
  updateApp,
} from './app-store.ts'

export type AppDeps = {
  readonly database: Database
  readonly now: Clock
  readonly mode: 'live' | 'test'
  readonly onRevoked: () => void
}

export type CreateAppInput = {
  readonly name: string
  readonly kind: AppKind
  readonly redirectUris: readonly string[]
  readonly scopes: readonly Scope[]
  readonly idempotency?: IdempotencyClaim | undefined
}

/** Only this answer contains the secret. A public app has none, and the answer to a repeated request shows none. */
export type CreatedApp = { readonly app: OAuthApp; readonly clientSecret: string | undefined }

export async function createApp(
  deps: AppDeps,
  actor: Actor,
  input: CreateAppInput,
): Promise<CreatedApp> {
  assertScopesOfActor(actor, input.scopes)
  assertValidRedirectUris(input.redirectUris, input.kind)
  const now = deps.now()
  const id = newId('app', now)
  return deps.database.transaction(async (tx) => {
    const firstId = await claimKey(tx, actor, input.idempotency, id, now)
    if (firstId !== id) return { app: await getApp(tx, actor, firstId), clientSecret: undefined }
    const { name, kind, redirectUris, scopes } = input
    const clientSecret = kind === 'confidential' ? generateClientSecret(deps.mode) : undefined
    const app: OAuthApp = {
      id,
      companyId: actor.companyId,
      name,
      kind,
      redirectUris,
      scopes,
      createdBy: actor.id,
      createdAt: now,
      revokedAt: undefined,
    }
    await insertApp(tx, {
      ...app,
      secretHash: clientSecret ? secretHashOf(clientSecret) : undefined,
    })
    audit(tx, actor, 'created', id, now, { kind, scopes, redirectUris })
    return { app, clientSecret }
  })
}

/** A reduction of scopes takes effect at once, also for existing tokens. */
export async function changeApp(
  deps: AppDeps,
  actor: Actor,
  appId: string,
  change: AppChange,
): Promise<OAuthApp> {
  const now = deps.now()
  const changed = await deps.database.transaction(async (tx) => {
    const before = await getApp(tx, actor, appId)
    // Scopes that the app already has were given by somebody who could give them.
    assertScopesOfActor(
      actor,
      (change.scopes ?? []).filter((scope) => !before.scopes.includes(scope)),
    )
    if (change.redirectUris) assertValidRedirectUris(change.redirectUris, before.kind)
    const app = await updateApp(tx, actor.companyId, appId, change)
    if (!app) throw fail('oauth_app_not_found', { appId })
    audit(tx, actor, 'changed', appId, now, { fields: Object.keys(change) })
    return app
  })
  deps.onRevoked()
  return changed
}

/** The new secret works at once; the old one works for `overlapSeconds` more. */
export async function rotateAppSecret(
  deps: AppDeps,
  actor: Actor,
  appId: string,
  overlapSeconds: number,
): Promise<CreatedApp> {
  const now = deps.now()
  const clientSecret = generateClientSecret(deps.mode)
  return deps.database.transaction(async (tx) => {
    const { kind } = await getApp(tx, actor, appId)
    if (kind === 'public') throw fail('oauth_app_has_no_secret', { appId })
    const named = { companyId: actor.companyId, id: appId }
    const until = after(now, secondsMs(overlapSeconds))
    const app = await replaceSecret(tx, named, secretHashOf(clientSecret), until)
    if (!app) throw fail('oauth_app_not_found', { appId })
    audit(tx, actor, 'secret_rotated', appId, now, { overlapSeconds })
    return { app, clientSecret }
  })
}

/** Deletes every consent and every token of the app. */
export async function revokeApp(deps: AppDeps, actor: Actor, appId: string): Promise<OAuthApp> {
  const now = deps.now()
  const revoked = await deps.database.transaction(async (tx) => {
    const isNew = await markAppRevoked(tx, actor.companyId, appId, now)
    const app = await getApp(tx, actor, appId)
    await deleteGrantsOfApp(tx, actor.companyId, appId)
    if (isNew) audit(tx, actor, 'revoked', appId, now, {})
    return app
  })
  deps.onRevoked()
  return revoked
}

async function getApp(tx: Tx, actor: Actor, appId: string): Promise<OAuthApp> {
  const app = await findApp(tx, actor.companyId, appId)
  if (!app) throw fail('oauth_app_not_found', { appId })
  return app
}

function assertScopesOfActor(actor: Actor, requested: readonly Scope[]): void {
  const beyond = requested.filter((scope) => !actor.scopes.has(scope))
  if (beyond.length > 0) throw fail('app_scopes_beyond_yours', { scopes: beyond })
}

function assertValidRedirectUris(uris: readonly string[], kind: AppKind): void {
  for (const uri of uris) {
    const problem = redirectUriProblem(uri, kind)
    if (problem) throw fail('redirect_uri_invalid', { redirectUri: uri, problem })
  }
}

function audit(
  tx: Tx,
  actor: Actor,
  verb: 'created' | 'changed' | 'secret_rotated' | 'revoked',
  appId: string,
  now: Date,
  details: Record<string, string | number | readonly string[]>,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `identity.oauth_app_${verb}`,
    target: { type: 'oauth_app', id: appId },
    outcome: 'done',
    details,
    now,
  })
}
