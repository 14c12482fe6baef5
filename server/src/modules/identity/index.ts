export { apiKeyRoutes } from './api-keys/api-key-routes.ts'
export { listKeysOfOlderPepper } from './api-keys/api-key-store.ts'
export { type ClientName, listClientNames } from './api-keys/client-names-store.ts'
export { apiKeyJobs, apiKeySchedules } from './api-keys/expiry-notices.ts'
export { type Peppers, peppersFrom } from './api-keys/pepper.ts'
export type { Caller, CredentialHeaders } from './authenticate.ts'
export { type BillingAddress, type Company, platformCompanyId } from './members/company.ts'
export { companyRoutes } from './members/company-routes.ts'
export { BillingAddressView } from './members/company-schemas.ts'
export { findCompany, isCompanyOpen, listCompanyNames } from './members/company-store.ts'
export type { CompanyClosed } from './members/deps.ts'
export { memberRoutes } from './members/member-routes.ts'
export { membershipRoutes } from './members/membership-routes.ts'
export { listNames } from './members/names-store.ts'
export { listOrderReaders } from './members/order-readers.ts'
export { createParties, type PartiesOf, type Party } from './members/parties.ts'
export { peopleRoutes } from './members/people-routes.ts'
export {
  type ActorName,
  findActingMember,
  listPeopleIds,
  listReachable,
  type PersonBehind,
  personBehind,
} from './members/people-store.ts'
export {
  type NewCompany,
  type NewPerson,
  registerCompany,
  registerPerson,
} from './members/register.ts'
export { type NewOperator, registerOperator } from './members/register-operator.ts'
export { requireAdmin } from './members/standing.ts'
export { oauthAppRoutes } from './oauth/app-routes.ts'
export { oauthEndpointRoutes } from './oauth/endpoint-routes.ts'
export { oauthPageRoutes } from './oauth/interaction-routes.ts'
export { oauthJobs, oauthSchedules } from './oauth/jobs.ts'
export { createOAuth, type OAuth } from './oauth/service.ts'
export { hashPassword } from './password.ts'
export { privacyJobs, privacySchedules } from './privacy/jobs.ts'
export { type Kept, type PersonalData, type PersonOfData, pagesOf } from './privacy/person.ts'
export { privacyRoutes } from './privacy/routes.ts'
export { createPrivacy, type Privacy } from './privacy/service.ts'
export { sessionRoutes } from './routes.ts'
export { PrincipalView, principalExample } from './schemas.ts'
export { identitySealed } from './sealed-factors.ts'
export { createIdentity, type Identity } from './service.ts'
export type {
  CredentialsChange,
  CredentialsListener,
} from './sessions/credentials-changed.ts'
export { sessionSchedules } from './sessions/purge.ts'
export { relyingPartyFrom } from './sessions/relying-party.ts'
export { identitySettings, rolesInSetting } from './settings.ts'
export {
  type AccessClaims,
  type AccessVerifier,
  createAccessVerifier,
  namesKnownKey,
} from './tokens.ts'
