export { amountText, type CalledOffContract } from './quota.ts'
export {
  CalledOffContractsView,
  ContractParams,
  viewCalledOffContracts,
} from './quota-schemas.ts'
export { quotasModule } from './quotas-module.ts'
export { createQuotas, type Quotas } from './service.ts'
export { tellEnded } from './tell-ended.ts'
export { tellEnding } from './tell-ending.ts'
