export type { CalledOffContract } from './quota.ts'
export { CalledOffContractsView, viewCalledOffContracts } from './quota-schemas.ts'
export { quotasModule } from './quotas-module.ts'
export { createQuotas, type Quotas } from './service.ts'
