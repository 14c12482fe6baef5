import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { scopesOfRoles } from '#kernel/actor'
import type { AuthorizeWords } from '#pages/authorize'
import type { OAuthApp } from '../apps/app.ts'
import { findUsableApp } from '../apps/app-store.ts'
import { settleForwardHeaders } from '../forward-headers.ts'
import { deleteBrowserEntryByUid } from '../grants/browser-store.ts'
import { type AppMember, findActiveMember } from '../grants/grant-store.ts'
import { storedHash } from '../grants/stored-hash.ts'
import { requestedScopes } from '../requested-scopes.ts'
import type { OAuth } from '../service.ts'
import { formTokenOf } from './form-guard.ts'
import { pageWords } from './page-words.ts'

type Found = Awaited<ReturnType<OAuth['provider']['interactionDetails']>>

/** An app's request that a person is answering in this browser. */
export type Interaction = {
  readonly found: Found
  readonly uid: string
  readonly address: string
  readonly app: OAuthApp
  readonly company: string
  readonly redirectUri: string
  /** The person who is signed in here, if that person may act for the company of the app. */
  readonly member: AppMember | undefined
  readonly formToken: string
  /** The domain of passkeys. Undefined: there are none. */
  readonly passkeySite: string | undefined
  /** The words of the pages, in the language of this person. */
  readonly words: AuthorizeWords
  /** The scopes that the person refused this app before. */
  readonly refusedBefore: ReadonlySet<string>
}

/** Throws if the cookie and the address do not belong to the same interaction, or it is over. */
export async function findInteraction(
  oauth: OAuth,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const { database, identity, provider } = oauth
  const { uid } = request.params as { uid: string }
  settleForwardHeaders(request.raw, oauth.authUrl, request.ip)
  const found = await provider.interactionDetails(request.raw, reply.raw)
  const { client_id: appId, redirect_uri: redirectUri } = found.params
  if (found.uid !== uid || typeof appId !== 'string' || typeof redirectUri !== 'string') {
    throw new errors.SessionNotFound('another interaction is under way in this browser')
  }
  const app = await findUsableApp(database.pool, appId)
  if (!app) throw new errors.SessionNotFound('the app is gone')
  const accountId = found.session?.accountId
  const before = found.grantId ? await provider.Grant.find(found.grantId) : undefined
  return {
    found,
    uid,
    address: `/oauth/interaction/${uid}`,
    app,
    company: (await identity.company(database.pool, app.companyId)).name,
    redirectUri,
    member: accountId ? await findActiveMember(database.pool, app.companyId, accountId) : undefined,
    formToken: formTokenOf(oauth.formKey, uid, accountId),
    passkeySite: identity.passkeySite,
    words: pageWords({
      uiLocales: found.params.ui_locales,
      acceptLanguage: request.headers['accept-language'],
    }),
    refusedBefore: new Set(before?.getRejectedResourceScope(oauth.baseUrl).split(' ')),
  }
}

/** The scopes that the app requests and may have, and those of them that this person can give. */
export function scopesOfRequest({ found, app, member }: Interaction) {
  const requested = requestedScopes(found.params.scope, app.scopes)
  const yours = scopesOfRoles(member?.roles ?? [])
  return { requested, possible: requested.filter((scope) => yours.has(scope)) }
}

/** The cookie in the browser no longer identifies anybody. */
export async function signOutHere({ database }: OAuth, { found }: Interaction): Promise<void> {
  const uid = found.session?.uid
  if (uid) await deleteBrowserEntryByUid(database.pool, storedHash('uid', uid))
}

/** The address that starts the same request again. */
export function beginAgain({ found }: Interaction): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(found.params)) {
    if (typeof value === 'string') query.set(name, value)
  }
  return `/oauth/authorize?${query}`
}
