import { Type } from 'typebox'
import { currencyForm } from '#kernel/code-forms'
import { quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { PlannedStepView, viewPlannedStep } from '#modules/approvals'
import { BudgetImpactView, viewBudgetImpact } from '#modules/budgets'
import { cartExample, ItemsAddedView, NotAddedView, viewItemsAdded } from '#modules/cart'
import { AddressView, addressExample, OrderView, viewOrder } from '#modules/orders'
import { LineAddressId, Reference, requestedReferences } from '#modules/orders/line-references'
import { UnitId } from '#modules/structure'
import { MoneyView, needsOneOf } from '#platform/http'
import {
  CheckoutTotals,
  CheckoutView,
  checkoutExample,
  LineDefaultsBody,
  Note,
  PaymentSummary,
  Revises,
  SnapshotView,
  StartCheckoutBody,
  StartPaymentBody,
  viewCheckout,
  viewPaymentSummary,
  viewSnapshot,
  viewTotals,
} from '../schemas.ts'
import type { PlacedOrder } from '../service.ts'
import type { RehearsedOrder } from './place-order.ts'
import type { Reordered } from './reorder.ts'

const linesMax = 500

export const PlaceOrderBody = record(
  'PlaceOrder',
  'An order in one request: the lines or the cart, the address and the payment.',
  {
    lines: Type.Optional(
      Type.Array(
        record('PlaceOrderLine', 'A product to order, and how many of it.', {
          productId: Type.String({ minLength: 1, maxLength: 64 }),
          quantity: quantitySchema(),
          expectedUnitPrice: Type.Optional(
            withDescription(
              MoneyView,
              'The price of one unit that you were quoted, its `unitPrice`. Another price today is a 409 that names the line.',
            ),
          ),
          ...requestedReferences,
          addressId: LineAddressId,
        }),
        { minItems: 1, maxItems: linesMax },
      ),
    ),
    cart: Type.Optional(
      Type.Object(
        {
          expectedSnapshotVersion: StartCheckoutBody.properties.expectedSnapshotVersion,
          cartId: StartCheckoutBody.properties.cartId,
        },
        {
          description:
            'Orders everything in your cart, in the currency of the cart, instead of `lines`.',
        },
      ),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: currencyForm,
        maxLength: 3,
        description:
          'The currency of the prices and of the payment. Default: the currency of the company. Not allowed with a cart.',
      }),
    ),
    unitId: Type.Optional(
      withDescription(
        UnitId,
        'The unit for which you buy: it decides the prices, the assortment, the rules and the budgets. Default: your own, or that of your role. Not allowed with a cart, which has its own.',
      ),
    ),
    shipTo: AddressView,
    shippingMethods: StartCheckoutBody.properties.shippingMethods,
    requestedDate: StartCheckoutBody.properties.requestedDate,
    billTo: Type.Optional(AddressView),
    poNumber: Type.Optional(Reference),
    costCenter: Type.Optional(Reference),
    ...LineDefaultsBody,
    note: Type.Optional(Note),
    revises: Type.Optional(Revises),
    acceptedTotal: StartCheckoutBody.properties.acceptedTotal,
    payment: StartPaymentBody,
  },
  {
    [needsOneOf]: ['lines', 'cart'],
    examples: [
      {
        lines: [
          {
            productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
            quantity: 4,
            expectedUnitPrice: { amount: '2.50', currency: 'EUR' },
          },
        ],
        shipTo: addressExample,
        poNumber: 'PO-4711',
        payment: { method: 'invoice' },
      },
      {
        cart: { expectedSnapshotVersion: 3 },
        shipTo: addressExample,
        payment: { method: 'invoice' },
      },
    ],
  },
)

const paymentExample = {
  id: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
  state: 'PENDING',
  method: 'card',
  amount: checkoutExample().totals.total,
  redirectUrl: 'https://pay.example.com/i/4711',
}

export const PlacedOrderView = record(
  'PlacedOrder',
  'The placed order, its payment and its checkout. Without `order` the payment is still to be made: read the checkout to go on. An order with a total of zero has no `payment`.',
  {
    order: Type.Optional(OrderView),
    payment: Type.Optional(PaymentSummary),
    checkout: CheckoutView,
  },
  {
    examples: [
      {
        payment: paymentExample,
        checkout: { ...checkoutExample(), state: 'PAYMENT_INITIATED_CART_RECONCILING' },
      },
    ],
  },
)

export const ValidatedOrderView = record(
  'ValidatedOrder',
  'The lines and totals that the order would have, who would have to approve it, and the budgets that it would use. Nothing was placed.',
  {
    snapshot: SnapshotView,
    totals: CheckoutTotals,
    approvalSteps: Type.Optional(
      Type.Array(PlannedStepView, {
        description: 'The approvals that the order would wait for, in their order. Absent: none.',
      }),
    ),
    budgets: Type.Optional(
      Type.Array(BudgetImpactView, {
        description: 'The budgets and spending limits that the order would use. Absent: none.',
      }),
    ),
  },
  { examples: [{ snapshot: checkoutExample().snapshot, totals: checkoutExample().totals }] },
)

export function viewPlacedOrder(placed: PlacedOrder): Type.Static<typeof PlacedOrderView> {
  const { attempt, payment, order } = placed
  return {
    ...(order ? { order: viewOrder(order) } : {}),
    ...(payment && { payment: viewPaymentSummary(payment) }),
    checkout: viewCheckout({ attempt, payment }),
  }
}

export function viewValidatedOrder({
  attempt,
  budgets,
}: RehearsedOrder): Type.Static<typeof ValidatedOrderView> {
  const { snapshot, approval } = attempt
  return {
    snapshot: viewSnapshot(snapshot),
    totals: viewTotals(attempt),
    ...(approval && { approvalSteps: approval.steps.map(viewPlannedStep) }),
    ...(budgets.length > 0 && { budgets: budgets.map(viewBudgetImpact) }),
  }
}

export const ReorderedView = record(
  'OrderReordered',
  'The cart after the lines of an order were added, and what could not be added as it was ordered.',
  {
    ...ItemsAddedView.properties,
    withoutAllocations: Type.Array(NotAddedView, {
      description:
        'The lines that lost their allocations, with what refuses these. They are in the cart, or in `notAdded` for another reason.',
    }),
  },
  { examples: [{ added: 1, notAdded: [], withoutAllocations: [], cart: cartExample }] },
)

export function viewReordered(reordered: Reordered): Type.Static<typeof ReorderedView> {
  return {
    ...viewItemsAdded(reordered),
    withoutAllocations: [...reordered.withoutAllocations],
  }
}
