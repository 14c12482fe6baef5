import type { Actor, Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Conn, Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import type { ApiKey } from './api-key.ts'
import {
  type CreateApiKeyInput,
  type CreatedApiKey,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
} from './api-keys.ts'
import { authenticate, type CredentialHeaders } from './authenticate.ts'
import { createPasswords } from './password.ts'
import { createPrincipalCache } from './principal-cache.ts'
import { refreshSession, type SessionTokens, signIn, signOut } from './sign-in.ts'
import { type Company, findCompany, listApiKeys } from './store.ts'
import { createTokens } from './tokens.ts'

export type Identity = {
  /** Undefined without a credential; throws a failure when one is there and not good. */
  authenticate(headers: CredentialHeaders): Promise<Principal | undefined>
  signIn(input: { email: string; password: string }): Promise<SessionTokens>
  refresh(refreshToken: string): Promise<SessionTokens>
  signOut(actor: Actor): Promise<void>
  /** Throws when the company is not there: its id comes from a credential or from one of our own rows. */
  company(conn: Conn, companyId: string): Promise<Company>
  createApiKey(actor: Actor, input: CreateApiKeyInput): Promise<CreatedApiKey>
  rotateApiKey(actor: Actor, keyId: string, overlapSeconds: number): Promise<CreatedApiKey>
  revokeApiKey(actor: Actor, keyId: string): Promise<ApiKey>
  listApiKeys(
    companyId: string,
    page: { before?: { createdAt: Date; id: string } | undefined; limit: number },
  ): Promise<ApiKey[]>
}

export type IdentityDeps = {
  readonly database: Database
  readonly wake: Wake
  readonly now: Clock
  readonly settings: {
    readonly accessSecret: string
    readonly accessSecretPrevious?: string | undefined
    readonly refreshSecret: string
    readonly accessTokenSeconds: number
    readonly sessionDays: number
    readonly sessionIdleDays: number
    /** Keys of a test environment say so in their first characters. */
    readonly keyMode: 'live' | 'test'
  }
}

const credentialsChanged = 'identity.credentials_changed'

export function createIdentity({ database, wake, now, settings }: IdentityDeps): Identity {
  const tokens = createTokens({
    access: settings.accessSecret,
    accessPrevious: settings.accessSecretPrevious,
    refresh: settings.refreshSecret,
  })
  const principals = createPrincipalCache()
  wake.listen(credentialsChanged, () => principals.clear())
  const forget = () => {
    principals.clear()
    wake.ring(credentialsChanged)
  }
  const { accessTokenSeconds, sessionDays, sessionIdleDays, keyMode } = settings
  const sessions = {
    database,
    tokens,
    now,
    passwords: createPasswords(),
    accessTokenSeconds,
    sessionDays,
    sessionIdleDays,
    onSessionEnded: forget,
  }
  const keys = { database, now, mode: keyMode, onKeyChanged: forget }
  return {
    authenticate: (headers) => authenticate({ database, tokens, principals, now }, headers),
    signIn: (input) => signIn(sessions, input),
    refresh: (token) => refreshSession(sessions, token),
    signOut: (actor) => signOut(sessions, actor),
    company: async (conn, companyId) => {
      const company = await findCompany(conn, companyId)
      if (!company) throw new Error(`company ${companyId} is named but not stored`)
      return company
    },
    createApiKey: (actor, input) => createApiKey(keys, actor, input),
    rotateApiKey: (actor, keyId, overlap) => rotateApiKey(keys, actor, keyId, overlap),
    revokeApiKey: (actor, keyId) => revokeApiKey(keys, actor, keyId),
    listApiKeys: (companyId, page) => listApiKeys(database.pool, companyId, page),
  }
}
