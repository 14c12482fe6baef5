import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { Id } from '#kernel/id'
import { isDeployed } from '#platform/config'
import type { Conn } from '#platform/db'
import { platformSettings, publicUrlOf } from '#platform/deployment'
import type { Routes } from '#platform/http'
import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import type { PersonalData } from '#platform/personal-data'
import { apiKeyList } from './api-keys/api-key-list.ts'
import { apiKeyRoutes } from './api-keys/api-key-routes.ts'
import type { CartConcurrency } from './api-keys/api-key-schemas.ts'
import { apiKeyJobs, apiKeySchedules } from './api-keys/expiry-notices.ts'
import { peppersFrom } from './api-keys/pepper.ts'
import { companyList } from './members/companies/company-list.ts'
import { companyRoutes } from './members/companies/company-routes.ts'
import { listCompanyNames } from './members/companies/company-store.ts'
import type { CompanyClosed, MemberRemoved, PeopleLeft, RequireOpenUnit } from './members/deps.ts'
import { invitationList } from './members/invitations/invitation-list.ts'
import { memberList } from './members/member-list.ts'
import { memberRoutes } from './members/member-routes.ts'
import { membershipRoutes } from './members/membership-routes.ts'
import { peopleRoutes } from './members/people/people-routes.ts'
import { personList } from './members/people/person-list.ts'
import { appList } from './oauth/apps/app-list.ts'
import { oauthAppRoutes } from './oauth/apps/app-routes.ts'
import { oauthEndpointRoutes } from './oauth/endpoint-routes.ts'
import { authorizedAppList } from './oauth/grants/authorized-app-list.ts'
import { oauthJobs, oauthSchedules } from './oauth/jobs.ts'
import { oauthPageRoutes } from './oauth/pages/interaction-routes.ts'
import { createOAuth, type OAuth } from './oauth/service.ts'
import { privacyJobs, privacySchedules } from './privacy/jobs.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { createPrivacy } from './privacy/service.ts'
import { sessionRoutes } from './routes.ts'
import { identitySealed } from './sealed-factors.ts'
import { createIdentity, type Identity } from './service.ts'
import { relyingPartyFrom } from './sessions/factors/relying-party.ts'
import { sessionSchedules } from './sessions/purge.ts'
import { identitySettings, rolesInSetting } from './settings.ts'

/**
 * What later modules do with people and companies. The composition root passes it in, because this module does not
 * know them.
 */
type Links = {
  readonly companyClosed: CompanyClosed
  readonly peopleLeft: PeopleLeft
  readonly memberRemoved: MemberRemoved
  readonly requireOpenUnit: RequireOpenUnit
  /** The personal data that every other module stores. */
  readonly personalData: readonly PersonalData[]
  readonly contractStatuses: (
    conn: Conn,
    companyId: Id<'co'>,
    clientIds: readonly string[],
  ) => Promise<ReadonlyMap<string, CartConcurrency>>
}

type Needs = Runtime & Links

export const identityModule = defineModule({
  name: 'identity',
  tags: {
    Companies: 'Companies and their settings.',
    Identity: 'Signing in, sessions, second factors, API keys and partner apps.',
    Members: 'The people of a company, their roles and invitations.',
    Privacy: 'Exporting and erasing personal data.',
  },
  settings: [identitySettings],
  records: {
    key: 'identity.api_keys',
    app: 'identity.oauth_apps',
    ivt: 'identity.invitations',
  },
  named: {
    app: 'identity.oauth_apps',
    co: 'identity.companies',
    key: 'identity.api_keys',
    usr: 'identity.users',
  },
  schedules: [...oauthSchedules, ...privacySchedules, ...sessionSchedules, ...apiKeySchedules],
  sealedColumns: identitySealed,
  make: (needs: Needs) => {
    const { settings, database, seal, now, personalData: sources } = needs
    const identity = identityFrom(needs)
    const oauth = oauthFrom(needs, identity)
    const privacy = createPrivacy({
      database,
      seal,
      now,
      sources,
      forgetCredentials: () => identity.forgetCredentials(),
      baseUrl: publicUrlOf(settings),
    })
    /** Cached for some seconds: creating a cart and pricing an order need it. */
    const companyOf = async (companyId: string) =>
      (await identity.partiesOf(database.pool, [companyId])).get(companyId) ??
      identity.company(database.pool, companyId)
    return {
      services: {
        identity,
        oauth,
        privacy,
        companyOf,
        currencyOf: async (companyId: string) => (await companyOf(companyId)).currency,
        companyNamesOf: listCompanyNames,
      },
      routes: [...routesOf(needs, identity, oauth), privacyRoutes(privacy)],
      jobs: [
        ...oauthJobs(oauth),
        ...privacyJobs(privacy),
        ...identity.sessionJobs,
        ...apiKeyJobs({ database, now }),
      ],
    }
  },
})

function routesOf(needs: Needs, identity: Identity, oauth: OAuth): Routes[] {
  const { database, now } = needs
  const { members } = identity
  const contractStatuses = (companyId: Id<'co'>, clientIds: readonly string[]) =>
    needs.contractStatuses(database.pool, companyId, clientIds)
  return [
    sessionRoutes({ identity, database }),
    membershipRoutes(members),
    memberRoutes({ members, now }),
    companyRoutes({ members, now }),
    peopleRoutes({ members }),
    apiKeyRoutes({ identity, now, contractStatuses }),
    oauthAppRoutes({ oauth, contractStatuses }),
    listRoutes(
      database,
      memberList,
      invitationList(now),
      companyList,
      personList(members),
      apiKeyList({ database, now, contractStatuses }),
      appList({ contractStatuses }),
      authorizedAppList(oauth),
    ),
    oauthEndpointRoutes(oauth),
    oauthPageRoutes(oauth),
  ]
}

function identityFrom(needs: Needs): Identity {
  const { settings, database, cache, wake, seal, sealKeys, now } = needs
  const { APP_ENV, AUTH_URL, BASE_URL, RATE_LIMIT_PER_MINUTE } = settings.of(platformSettings)
  const values = settings.of(identitySettings)
  const { JWT_ACCESS_SECRET: accessSecret, JWT_REFRESH_SECRET: refreshSecret } = values
  assert(accessSecret && refreshSecret, 'composed without its required settings')
  const ownPages = `${publicUrlOf(settings)}/account`
  return createIdentity({
    database,
    cache,
    wake,
    seal,
    now,
    companyClosed: needs.companyClosed,
    peopleLeft: needs.peopleLeft,
    memberRemoved: needs.memberRemoved,
    requireOpenUnit: needs.requireOpenUnit,
    settings: {
      accessSecret,
      accessSecretPrevious: values.JWT_ACCESS_SECRET_PREVIOUS,
      refreshSecret,
      refreshSecretPrevious: values.JWT_REFRESH_SECRET_PREVIOUS,
      accessTokenSeconds: values.AUTH_ACCESS_TOKEN_SECONDS,
      sessionDays: values.AUTH_SESSION_DAYS,
      sessionIdleDays: values.AUTH_SESSION_IDLE_DAYS,
      addressFailuresMax: values.AUTH_FAILURES_PER_HOUR,
      mfaRequiredRoles: rolesInSetting(values.AUTH_MFA_REQUIRED_ROLES),
      resetPageUrl: values.AUTH_PASSWORD_RESET_URL ?? `${ownPages}/reset-password`,
      mailCodePageUrl: values.AUTH_MAIL_CODE_URL ?? `${ownPages}/mailed-code`,
      relyingParty: relyingPartyFrom({
        id: values.AUTH_PASSKEY_RP_ID,
        origins: values.AUTH_PASSKEY_ORIGINS,
        authUrl: AUTH_URL,
        baseUrl: BASE_URL,
      }),
      keyMode: isDeployed(APP_ENV) ? 'live' : 'test',
      peppers: peppersFrom(values.API_KEY_PEPPER, sealKeys),
      requestsPerMinute: RATE_LIMIT_PER_MINUTE,
      invitationPageUrl: values.AUTH_INVITATION_URL ?? `${ownPages}/invitation`,
    },
  })
}

function oauthFrom(
  { settings, now, log, database, limiterStore }: Runtime,
  identity: Identity,
): OAuth {
  const { AUTH_URL, APP_ENV } = settings.of(platformSettings)
  const { JWT_REFRESH_SECRET: secret, OAUTH_CLIENT_REQUESTS_PER_MINUTE: clientRequestsPerMinute } =
    settings.of(identitySettings)
  assert(secret, 'composed without its required settings')
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(purpose).digest()
  const baseUrl = publicUrlOf(settings)
  return createOAuth({
    database,
    identity,
    now,
    log,
    limiterStore,
    settings: {
      clientRequestsPerMinute,
      baseUrl,
      authUrl: (AUTH_URL ?? baseUrl).replace(/\/$/, ''),
      cookieKeys: [keyFor('purveyor/oauth-cookies').toString('base64url')],
      formKey: keyFor('purveyor/oauth-forms'),
      mode: isDeployed(APP_ENV) ? 'live' : 'test',
    },
  })
}
