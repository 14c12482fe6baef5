export { listKeysOfOlderPepper } from './api-keys/api-key-store.ts'
export { listClientNames } from './api-keys/client-names-store.ts'
export { peppersFrom } from './api-keys/pepper.ts'
export { identityModule } from './identity-module.ts'
export { type BillingAddress, type Company, platformCompanyId } from './members/company.ts'
export { BillingAddressView } from './members/company-schemas.ts'
export { findCompany, isCompanyOpen, listCompanyNames } from './members/company-store.ts'
export type { CompanyClosed } from './members/deps.ts'
export { listNames } from './members/names-store.ts'
export { listOrderReaders } from './members/order-readers.ts'
export { createParties, type PartiesOf, type Party } from './members/parties.ts'
export {
  type ActorName,
  findActingMember,
  listPeopleIds,
  listReachable,
  type PersonBehind,
  personBehind,
} from './members/people-store.ts'
export { registerCompany, registerPerson } from './members/register.ts'
export { registerOperator } from './members/register-operator.ts'
export { requireAdmin } from './members/standing.ts'
export { hashPassword } from './password.ts'
export { sessionRoutes } from './routes.ts'
export { PrincipalView, principalExample } from './schemas.ts'
export { createIdentity, type Identity } from './service.ts'
export { type CodeSource, codeSourceOf, codeSources, proofOf } from './sessions/typed-code.ts'
export { identitySettings, rolesInSetting } from './settings.ts'
export { type AccessClaims, createAccessVerifier, namesKnownKey } from './tokens.ts'
