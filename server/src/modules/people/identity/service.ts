import type { Principal } from '#kernel/actor'
import { newId } from '#kernel/id'
import { after, type Clock, secondsMs } from '#kernel/time'
import type { Cache } from '#platform/cache'
import type { Conn, Database } from '#platform/db'
import type { Reader } from '#platform/mail'
import type { Seal } from '#platform/seal'
import type { Wake } from '#platform/wake'
import type { KeyMode } from './api-keys/api-key.ts'
import type { KnownKey } from './api-keys/authenticate-api-key.ts'
import type { Peppers } from './api-keys/pepper.ts'
import { type ApiKeys, createApiKeys } from './api-keys/service.ts'
import { authenticate, type Caller, type CredentialHeaders } from './authenticate.ts'
import { createCredentialCache } from './credential-cache.ts'
import type { Company } from './members/companies/company.ts'
import { findCompany } from './members/companies/company-store.ts'
import { createOpenCompanies } from './members/companies/open-companies.ts'
import { createParties, type PartiesOf } from './members/companies/parties.ts'
import type { CompanyClosed, MemberRemoved, PeopleLeft, RequireOpenUnit } from './members/deps.ts'
import { listAdmins } from './members/member-store.ts'
import { createMembers, type Members } from './members/service.ts'
import { createPasswords } from './password.ts'
import { createSessions, type SessionSettings, type Sessions } from './sessions/service.ts'
import { stillStands } from './still-stands.ts'
import { createTokens, type Tokens } from './tokens.ts'

export type Identity = ApiKeys &
  Sessions & {
    /** Undefined without a credential. Throws a failure if the credential is invalid. */
    authenticate(headers: CredentialHeaders, caller?: Caller): Promise<Principal | undefined>
    /** Returns whether the credential that a ticket was issued to still works. Throws if its company is closed. */
    stillStands(holder: Principal): Promise<boolean>
    /** Clears cached credentials after a revocation, here and in the other processes. */
    forgetCredentials(): void
    readonly members: Members
    /** Throws if the company does not exist: its id comes from a credential or from one of our own rows. */
    company(conn: Conn, companyId: string): Promise<Company>
    /** The facts about companies on which taxes depend, for many companies, cached for some seconds. */
    readonly partiesOf: PartiesOf
    /** The administrators of the company, twenty at most, for notices that need an action. */
    admins(conn: Conn, companyId: string): Promise<Reader[]>
    /**
     * A token with which a companion may ask language models for a person of a company, for two minutes. All calls with it together
     * may reserve `tokens`.
     */
    companionToken(grant: CompanionGrant): Promise<string>
    /** Finds a company by an id from a request. Undefined if it does not exist. */
    findCompany(conn: Conn, companyId: string): Promise<Company | undefined>
  }

export type CompanionGrant = {
  readonly companyId: string
  readonly userId: string
  readonly tokens: number
}

export type IdentityDeps = {
  readonly database: Database
  readonly wake: Wake
  /** Counts failed sign-ins. */
  readonly cache: Cache
  readonly seal: Seal
  readonly now: Clock
  /** What other modules do when a company closes or opens again. Default: nothing. */
  readonly companyClosed?: CompanyClosed | undefined
  /** What other modules do when people leave a company or lose roles. Default: nothing. */
  readonly peopleLeft?: PeopleLeft | undefined
  readonly memberRemoved?: MemberRemoved | undefined
  /** Checks a unit that a member is to belong to. Default: there are no units. */
  readonly requireOpenUnit?: RequireOpenUnit | undefined
  readonly settings: SessionSettings & {
    readonly accessSecret: string
    readonly accessSecretPrevious?: string | undefined
    readonly refreshSecret: string
    readonly refreshSecretPrevious?: string | undefined
    /** Keys of a test environment have this in their first characters. */
    readonly keyMode: KeyMode
    readonly peppers: Peppers
    /** The general limit: no key may have a higher one. */
    readonly requestsPerMinute: number
    /** The page where people accept invitations. Without it the mail contains the bare code. */
    readonly invitationPageUrl: string
  }
}

const companionTokenSeconds = 120
const credentialsChanged = 'identity.credentials_changed'

export function createIdentity(given: IdentityDeps): Identity {
  const { database, cache, wake, seal, now, settings } = given
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
  const sessions = { database, tokens, now, ...settings, forget }
  const passwords = createPasswords()
  const signedIn = createSessions({ database, cache, seal, tokens, now, settings, forget })
  return {
    ...signedIn,
    ...createApiKeys({ ...keys, requestsPerMinuteMax, onKeyChanged: forget }),
    authenticate: async (headers, caller) => {
      const principal = await authenticate(deps, headers, caller)
      if (!principal) return undefined
      const { locale } = await openCompanies.get(principal.companyId)
      return locale === undefined ? principal : { ...principal, companyLocale: locale }
    },
    stillStands: async (holder) => {
      await openCompanies.get(holder.companyId)
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
      ...linksOf(given),
      invitationPageUrl: settings.invitationPageUrl,
    }),
    forgetCredentials: forget,
    partiesOf: createParties(wake),
    admins: listAdmins,
    companionToken: (grant) => companionToken(tokens, grant, now()),
    findCompany,
    company: async (conn, companyId) => {
      const company = await findCompany(conn, companyId)
      if (!company) throw new Error(`company ${companyId} is named but not stored`)
      return company
    },
  }
}

/** What later modules do with people and companies. A test that makes identity alone has none of them. */
function linksOf(given: IdentityDeps) {
  return {
    companyClosed: given.companyClosed ?? (async () => undefined),
    peopleLeft: given.peopleLeft ?? (() => undefined),
    memberRemoved: given.memberRemoved ?? (async () => undefined),
    requireOpenUnit: given.requireOpenUnit ?? refuseUnit,
  }
}

async function refuseUnit(): Promise<void> {
  throw new Error('composed without units')
}

function companionToken(tokens: Tokens, grant: CompanionGrant, at: Date): Promise<string> {
  const expiresAt = after(at, secondsMs(companionTokenSeconds))
  return tokens.signCompanion({ ...grant, tokenId: newId('cpt', at), expiresAt }, at)
}
