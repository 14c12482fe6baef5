export { OrderCreated, ordersEvents } from './events.ts'
export type {
  Address,
  Order,
  OrderDocument,
  OrderLine,
  OrderState,
  PaymentState,
} from './order.ts'
export { ordersData } from './personal-data-store.ts'
export type { OrderDraft } from './record-order.ts'
export { ordersRoutes } from './routes.ts'
export {
  AddressView,
  addressExample,
  ConversionView,
  viewAddress,
  viewConversion,
  viewLineAmounts,
} from './schemas.ts'
export { createOrders, type Orders } from './service.ts'
