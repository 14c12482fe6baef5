export { deliveriesOf, deliveryOf } from './addresses/deliveries.ts'
export { ApprovalReduced, OrderApproved, OrderRejected } from './approval/approval-events.ts'
export { contentDigestOf, contentHashOf } from './approval/content-hash.ts'
export { describeRequest } from './approval/describe-request.ts'
export { costOfOrder } from './credits/cost-store.ts'
export { partOfOrder } from './credits/refund-part.ts'
export { type Moved, movedBy } from './credits/tax-groups.ts'
export { OrderCreated } from './events.ts'
export { createFulfilment, type Fulfilment } from './fulfilment/fulfilment.ts'
export type { FulfilmentDeps } from './fulfilment/fulfilment-deps.ts'
export {
  OrderCancelled,
  OrderPriceReduced,
  OrderReturned,
  OrderShipped,
} from './fulfilment/fulfilment-events.ts'
export { lettersSubscribers } from './letters/write-letters.ts'
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
export { isAwaitingApproval } from './order-store.ts'
export { ordersModule } from './orders-module.ts'
export {
  type LineToReorder,
  linesToReorder,
  mergeEqual,
  productsOfOrder,
} from './products-of-order.ts'
export { assertCurrencyKnown, priceLimitFields } from './proposals/price-limit-schemas.ts'
export { noHigherPrice, type PriceLimits } from './proposals/price-limits.ts'
export {
  AddressView,
  addressExample,
  DeliveriesView,
  OrderView,
  viewAddress,
  viewLineAmounts,
  viewOrder,
  viewShipping,
} from './schemas.ts'
export { createOrders, type Orders } from './service.ts'
export { ordersSettings } from './settings.ts'
export type { RevisedPart } from './supplier/part-at-revision.ts'
export { purchaseOrderNumberOf } from './supplier/purchase-order-number.ts'
export {
  listOrderNumbers,
  listOrdersNumbered,
  listOrdersOfCheckouts,
} from './watch/order-number-store.ts'
export { ofReachedOrders, reaches, reachOf } from './whose-orders.ts'
