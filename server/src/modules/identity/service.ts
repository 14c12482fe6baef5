import type { Principal } from '#kernel/actor'
import type { Clock } from '#kernel/time'
import type { Cache } from '#platform/cache'
import type { Conn, Database } from '#platform/db'
import type { Seal } from '#platform/seal'
import type { Wake } from '#platform/wake'
import type { KeyMode } from './api-keys/api-key.ts'
import type { KnownKey } from './api-keys/authenticate-api-key.ts'
import type { Peppers } from './api-keys/pepper.ts'
import { type ApiKeys, createApiKeys } from './api-keys/service.ts'
import { authenticate, type Caller, type CredentialHeaders } from './authenticate.ts'
import { createCredentialCache } from './credential-cache.ts'
import type { Company } from './members/company.ts'
import { findCompany } from './members/company-store.ts'
import type { CompanyClosed, PeopleLeft } from './members/deps.ts'
import { listAdmins } from './members/member-store.ts'
import { createOpenCompanies } from './members/open-companies.ts'
import { createParties, type PartiesOf } from './members/parties.ts'
import { createMembers, type Members } from './members/service.ts'
import { createPasswords } from './password.ts'
import { createSessions, type SessionSettings, type Sessions } from './sessions/service.ts'
import { stillStands } from './still-stands.ts'
import { createTokens } from './tokens.ts'

export type Identity = ApiKeys &
  Sessions & {
    /** Undefined without a credential; throws a failure when one is there and not good. */
    authenticate(headers: CredentialHeaders, caller?: Caller): Promise<Principal | undefined>
    /** Whether what a ticket was issued to still works. Throws when its company is closed. */
    stillStands(holder: Principal): Promise<boolean>
    /** A credential works no more: nobody goes on remembering it, here and in the other processes. */
    forgetCredentials(): void
    readonly members: Members
    /** Throws when the company is not there: its id comes from a credential or from one of our own rows. */
    company(conn: Conn, companyId: string): Promise<Company>
    /** What taxes depend on, of many companies: cached for seconds. */
    readonly partiesOf: PartiesOf
    /** Who is told of what the company should act on: its administrators, twenty at most. */
    admins(
      conn: Conn,
      companyId: string,
    ): Promise<{ readonly userId: string; readonly email: string }[]>
    /** By an id that somebody sent. Undefined when there is no such company. */
    findCompany(conn: Conn, companyId: string): Promise<Company | undefined>
  }

export type IdentityDeps = {
  readonly database: Database
  readonly wake: Wake
  /** Where failed sign-ins are counted. */
  readonly cache: Cache
  readonly seal: Seal
  readonly now: Clock
  /** What other modules do when a company is closed or opened again. Nothing, where it is left out. */
  readonly companyClosed?: CompanyClosed | undefined
  /** What they do when people leave a company, or lose roles. Nothing, where it is left out. */
  readonly peopleLeft?: PeopleLeft | undefined
  readonly settings: SessionSettings & {
    readonly accessSecret: string
    readonly accessSecretPrevious?: string | undefined
    readonly refreshSecret: string
    readonly refreshSecretPrevious?: string | undefined
    /** Keys of a test environment say so in their first characters. */
    readonly keyMode: KeyMode
    readonly peppers: Peppers
    /** Everybody's limit: what a key may be given is not above it. */
    readonly requestsPerMinute: number
    /** The page where people accept invitations. Without it the mail holds the bare code. */
    readonly invitationPageUrl?: string | undefined
  }
}

const credentialsChanged = 'identity.credentials_changed'

export function createIdentity(given: IdentityDeps): Identity {
  const { database, cache, wake, seal, now, settings } = given
  const companyClosed = given.companyClosed ?? (async () => undefined)
  const peopleLeft = given.peopleLeft ?? (() => undefined)
  const tokens = createTokens({
    access: settings.accessSecret,
    accessPrevious: settings.accessSecretPrevious,
    refresh: settings.refreshSecret,
    refreshPrevious: settings.refreshSecretPrevious,
  })
  const principals = createCredentialCache<Principal>(now)
  const knownKeys = createCredentialCache<KnownKey>(now)
  const openCompanies = createOpenCompanies(database.pool, now)
  const clear = () => {
    principals.clear()
    openCompanies.clear()
    knownKeys.clear()
  }
  wake.listen(credentialsChanged, clear)
  const forget = () => {
    clear()
    wake.ring(credentialsChanged)
  }
  const { keyMode, peppers } = settings
  const keys = { database, now, mode: keyMode, peppers }
  const requestsPerMinuteMax = settings.requestsPerMinute
  const mfaRequiredRoles = settings.mfaRequiredRoles ?? []
  const deps = { ...keys, tokens, principals, keys: knownKeys, mfaRequiredRoles }
  const { invitationPageUrl } = settings
  const sessions = { database, tokens, now, ...settings, forget }
  const passwords = createPasswords()
  const signedIn = createSessions({ database, cache, seal, tokens, now, settings, forget })
  return {
    ...signedIn,
    ...createApiKeys({ ...keys, requestsPerMinuteMax, onKeyChanged: forget }),
    authenticate: async (headers, caller) => {
      const principal = await authenticate(deps, headers, caller)
      if (principal) await openCompanies.refuseClosed(principal.companyId)
      return principal
    },
    stillStands: async (holder) => {
      await openCompanies.refuseClosed(holder.companyId)
      return stillStands(deps, holder)
    },
    members: createMembers({
      database,
      now,
      seal,
      passwords,
      sessions,
      forget,
      credentialsChanged: signedIn.credentialsChanged,
      companyClosed,
      peopleLeft,
      invitationPageUrl,
    }),
    forgetCredentials: forget,
    partiesOf: createParties(wake),
    admins: listAdmins,
    findCompany,
    company: async (conn, companyId) => {
      const company = await findCompany(conn, companyId)
      if (!company) throw new Error(`company ${companyId} is named but not stored`)
      return company
    },
  }
}
