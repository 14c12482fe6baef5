export type { WishInput } from './change-requisitions.ts'
export { RequisitionView, viewRequisition } from './requisition-schemas.ts'
export { requisitionsModule } from './requisitions-module.ts'
export type { FullRequisition, Requisitions } from './service.ts'
