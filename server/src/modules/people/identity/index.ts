export type { AccessClaims } from './access-claims.ts'
export { listKeysOfOlderPepper } from './api-keys/api-key-store.ts'
export { listClientNames } from './api-keys/client-names-store.ts'
export { peppersFrom } from './api-keys/pepper.ts'
export { identityModule } from './identity-module.ts'
export {
  type BillingAddress,
  type Company,
  platformCompanyId,
} from './members/companies/company.ts'
export { BillingAddressBody, BillingAddressView } from './members/companies/company-schemas.ts'
export { type RequirableField, requirableFields } from './members/companies/company-settings.ts'
export {
  findCompany,
  isCompanyOpen,
  listCompanyNames,
  todayOf,
} from './members/companies/company-store.ts'
export { createParties, type PartiesOf, type Party } from './members/companies/parties.ts'
export { registerCompany, registerPerson } from './members/companies/register.ts'
export type { CompanyClosed } from './members/deps.ts'
export { listNames } from './members/people/names-store.ts'
export { listOrderReaders } from './members/people/order-readers.ts'
export {
  type ActorName,
  findActingMember,
  isErased,
  listPeopleIds,
  listReachable,
  listUnitRoles,
  type PeopleAsked,
  type PersonBehind,
  personBehind,
} from './members/people/people-store.ts'
export { registerOperator } from './members/register-operator.ts'
export { requireAdmin } from './members/standing.ts'
export { countMembersOfUnit, findUnitOfMember } from './members/unit-of-member-store.ts'
export { hashPassword } from './password.ts'
export { sessionRoutes } from './routes.ts'
export { PrincipalView, principalExample } from './schemas.ts'
export { createIdentity, type Identity } from './service.ts'
export {
  type CodeSource,
  codeSourceOf,
  codeSources,
  proofOf,
} from './sessions/factors/typed-code.ts'
export { identitySettings, rolesInSetting } from './settings.ts'
export { createAccessVerifier, namesKnownKey } from './tokens.ts'
