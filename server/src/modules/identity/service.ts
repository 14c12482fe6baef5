import type { Actor, Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Conn, Database } from '#platform/db'
import type { Wake } from '#platform/wake'
import type { KeyMode } from './api-keys/api-key.ts'
import type { KnownKey } from './api-keys/authenticate-api-key.ts'
import type { Peppers } from './api-keys/pepper.ts'
import { type ApiKeys, createApiKeys } from './api-keys/service.ts'
import { authenticate, type Caller, type CredentialHeaders } from './authenticate.ts'
import type { Company } from './members/company.ts'
import { findCompany } from './members/company-store.ts'
import { createPasswords } from './password.ts'
import { createPrincipalCache } from './principal-cache.ts'
import { refreshSession, type SessionTokens, signIn, signOut } from './sign-in.ts'
import { createTokens } from './tokens.ts'

export type Identity = ApiKeys & {
  /** Undefined without a credential; throws a failure when one is there and not good. */
  authenticate(headers: CredentialHeaders, caller?: Caller): Promise<Principal | undefined>
  signIn(input: { email: string; password: string }): Promise<SessionTokens>
  refresh(refreshToken: string): Promise<SessionTokens>
  signOut(actor: Actor): Promise<void>
  /** A credential works no more: nobody goes on remembering it, here and in the other processes. */
  forgetCredentials(): void
  /** Throws when the company is not there: its id comes from a credential or from one of our own rows. */
  company(conn: Conn, companyId: string): Promise<Company>
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
    readonly keyMode: KeyMode
    readonly peppers: Peppers
    /** Everybody's limit: what a key may be given is not above it. */
    readonly requestsPerMinute: number
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
  const knownKeys = createPrincipalCache<KnownKey>()
  const clear = () => {
    principals.clear()
    knownKeys.clear()
  }
  wake.listen(credentialsChanged, clear)
  const forget = () => {
    clear()
    wake.ring(credentialsChanged)
  }
  const { accessTokenSeconds, sessionDays, sessionIdleDays, keyMode, peppers } = settings
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
  const keys = { database, now, mode: keyMode, peppers }
  const requestsPerMinuteMax = settings.requestsPerMinute
  const deps = { ...keys, tokens, principals, keys: knownKeys }
  return {
    ...createApiKeys({ ...keys, requestsPerMinuteMax, onKeyChanged: forget }),
    authenticate: (headers, caller) => authenticate(deps, headers, caller),
    signIn: (input) => signIn(sessions, input),
    refresh: (token) => refreshSession(sessions, token),
    signOut: (actor) => signOut(sessions, actor),
    forgetCredentials: forget,
    company: async (conn, companyId) => {
      const company = await findCompany(conn, companyId)
      if (!company) throw new Error(`company ${companyId} is named but not stored`)
      return company
    },
  }
}
