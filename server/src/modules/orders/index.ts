export { approvalRoutes } from './approval-routes.ts'
export { ordersJobs, ordersSchedules } from './close-delivered.ts'
export { contentHashOf } from './content-hash.ts'
export { creditQueue } from './credit-store.ts'
export { OrderCreated, ordersEvents } from './events.ts'
export { createFulfilment, type Fulfilment } from './fulfilment.ts'
export type { FulfilmentDeps } from './fulfilment-deps.ts'
export {
  OrderApproved,
  OrderCancelled,
  OrderConfirmed,
  OrderDelivered,
  OrderPriceReduced,
  OrderRejected,
  OrderReturned,
  OrderShipped,
} from './fulfilment-events.ts'
export { fulfilmentRoutes } from './fulfilment-routes.ts'
export type { Fulfilments } from './fulfilments-store.ts'
export { orderOperatorRoutes } from './operator-routes.ts'
export type {
  Address,
  Delivery,
  Order,
  OrderDocument,
  OrderLine,
  OrderParties,
  OrderParty,
  OrderState,
  PaymentState,
} from './order.ts'
export { createOrderWatch, creditWaitsSecondsMax, type OrderWatch } from './order-watch.ts'
export { ordersProbe } from './orders-probe.ts'
export { ordersData } from './personal-data-store.ts'
export type { OrderDraft } from './record-order.ts'
export { ordersRoutes } from './routes.ts'
export {
  AddressView,
  addressExample,
  ConversionView,
  DeliveriesView,
  lineReferences,
  OrderView,
  viewAddress,
  viewConversion,
  viewLineAmounts,
  viewOrder,
  viewWays,
} from './schemas.ts'
export { createOrders, type Orders } from './service.ts'
export { ordersSettings } from './settings.ts'
export { ordersSubscribers } from './subscribers.ts'
export { type Moved, movedBy } from './tax-groups.ts'
export { ordersWorkers } from './workers.ts'
export { type LettersDeps, lettersSubscribers } from './write-letters.ts'
