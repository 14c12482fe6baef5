export { contentHashOf } from './content-hash.ts'
export { costOfOrder } from './cost-store.ts'
export { OrderCreated } from './events.ts'
export { createFulfilment, type Fulfilment } from './fulfilment.ts'
export type { FulfilmentDeps } from './fulfilment-deps.ts'
export { OrderPriceReduced, OrderReturned, OrderShipped } from './fulfilment-events.ts'
export type {
  Address,
  Delivery,
  Order,
  OrderDocument,
  OrderLine,
  OrderParties,
  OrderParty,
  PaymentState,
} from './order.ts'
export { ordersModule } from './orders-module.ts'
export { partOfOrder } from './refund-part.ts'
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
export { isAwaitingApproval } from './store.ts'
export { type Moved, movedBy } from './tax-groups.ts'
export { lettersSubscribers } from './write-letters.ts'
