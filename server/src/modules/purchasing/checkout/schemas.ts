import { Type } from 'typebox'
import { decimalOf } from '#kernel/money'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record, withDescription } from '#kernel/record'
import { ConversionView, viewConversion } from '#modules/fx'
import {
  AddressView,
  addressExample,
  DeliveriesView,
  viewAddress,
  viewLineAmounts,
  viewShipping,
} from '#modules/orders'
import {
  Day,
  deliveriesMax,
  lineReferences,
  Reference,
  requestedReferences,
} from '#modules/orders/line-references'
import { CalledOffContractsView, viewCalledOffContracts } from '#modules/quotas'
import { amountFields, amountsExample, costFields, LineTaxView, viewAmounts } from '#modules/totals'
import { LinePriceView, MoneyView, viewLinePrice, viewMoney } from '#platform/http'
import type { Attempt, Snapshot } from './attempt.ts'
import type { AttemptWithPayment } from './service.ts'

const Instant = Type.String({ format: 'date-time' })

const ItemId = Type.String({ minLength: 1, maxLength: 64 })
export const Note = Type.String({
  maxLength: 2_000,
  description:
    'A note on the order. Its supplier reads it. If several suppliers supply the order, none of them sees the note, because it is not clear whom it is for.',
})
export const Revises = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'The id of an approval request that was returned to you for change. The order replaces the one of that request: approvals that depend on nothing that has changed still hold, if the total is not higher.',
})

const ChosenMethods = Type.Array(
  record('ChosenShippingMethod', 'The shipping method for the goods of one supplier.', {
    supplierId: ItemId,
    shippingMethodId: ItemId,
  }),
  {
    maxItems: 500,
    description:
      'The shipping method for the goods of a supplier, from `shippingOptions` of the cart. Default: the first method that delivers to the address, or, if none does, the first of all.',
  },
)

const DeliveryBody = record(
  'CheckoutDelivery',
  'A delivery of a checkout: its address and its lines.',
  {
    shipTo: AddressView,
    shippingMethods: Type.Optional(ChosenMethods),
    lines: Type.Array(
      record('CheckoutDeliveryLine', 'A cart line, and how many of it this delivery has.', {
        cartItemId: ItemId,
        quantity: quantitySchema(),
        ...requestedReferences,
      }),
      { minItems: 1, maxItems: 500 },
    ),
    requestedDate: Type.Optional(Day),
    costCenter: Type.Optional(Reference),
  },
)

const forLines = (what: string) =>
  Type.Optional(withDescription(Reference, `The ${what} of each line that names none.`))

export const LineDefaultsBody = {
  glAccount: forLines('GL account'),
  project: forLines('project'),
}

const OrderedCartId = Type.Optional(
  withDescription(ItemId, 'One of your carts. Default: the active one.'),
)

export const StartCheckoutBody = record(
  'StartCheckout',
  'The cart version, the addresses and the references of a checkout.',
  {
    expectedSnapshotVersion: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The snapshotVersion of the cart that the buyer has seen.',
    }),
    cartId: OrderedCartId,
    shipTo: Type.Optional(AddressView),
    shippingMethods: Type.Optional(ChosenMethods),
    requestedDate: Type.Optional(Day),
    deliveries: Type.Optional(
      Type.Array(DeliveryBody, {
        minItems: 1,
        maxItems: deliveriesMax,
        description: 'Divides everything in the cart among several addresses, instead of shipTo.',
      }),
    ),
    billTo: Type.Optional(AddressView),
    poNumber: Type.Optional(Reference),
    costCenter: Type.Optional(Reference),
    ...LineDefaultsBody,
    note: Type.Optional(Note),
    revises: Type.Optional(Revises),
    acceptedTotal: Type.Optional(
      withDescription(
        MoneyView,
        'The total that the buyer has seen, with taxes and shipping cost. If the total is different now, the answer is a 409 with the new one.',
      ),
    ),
  },
  { examples: [{ expectedSnapshotVersion: 3, shipTo: addressExample, poNumber: 'PO-4711' }] },
)

export const StartPaymentBody = record(
  'StartPayment',
  'The payment method of a checkout.',
  {
    method: Type.Enum(['card', 'invoice']),
    returnUrl: Type.Optional(
      Type.String({
        pattern: '^https?://',
        maxLength: 2_000,
        description: 'The address to which the payment page sends the buyer afterwards.',
      }),
    ),
  },
  { examples: [{ method: 'card', returnUrl: 'https://shop.example.com/thanks' }] },
)

export const PaymentSummary = record('PaymentSummary', 'The payment of a checkout.', {
  id: Type.String(),
  state: Type.String(),
  method: Type.String(),
  amount: MoneyView,
  redirectUrl: Type.Optional(
    Type.String({
      description:
        'Send the buyer to this address to pay. Present while there is something to pay.',
    }),
  ),
})

export const SnapshotView = record(
  'CheckoutSnapshot',
  'The lines, prices and addresses that the checkout has fixed.',
  {
    currency: Type.String(),
    lines: Type.Array(
      record('CheckoutLine', 'A line of a checkout with its fixed price.', {
        productId: Type.String(),
        sku: Type.String(),
        mpn: Type.String(),
        name: Type.String(),
        brand: Type.String(),
        quantity: quantitySchema(),
        ...LinePriceView,
        lineTotal: MoneyView,
        discount: Type.Optional(MoneyView),
        tax: Type.Optional(LineTaxView),
        ...lineReferences,
        backorder: Type.Optional(
          record('CheckoutBackorder', 'The stock does not cover the line: all of it waits.', {
            promisedDate: Type.String({
              format: 'date',
              description: 'The day on which the supplier promises that the line arrives.',
            }),
          }),
        ),
        conversion: Type.Optional(ConversionView),
      }),
    ),
    shipTo: AddressView,
    ...costFields,
    deliveries: Type.Optional(DeliveriesView),
    billTo: Type.Optional(AddressView),
    poNumber: Type.Optional(Type.String()),
    costCenter: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    contracts: Type.Optional(CalledOffContractsView),
  },
)

export const CheckoutTotals = record(
  'CheckoutTotals',
  'The amount to pay: total = goods - discount + shipping + tax.',
  {
    subtotal: MoneyView,
    ...Type.Partial(Type.Object(amountFields)).properties,
    total: MoneyView,
  },
)

export const CheckoutView = record(
  'Checkout',
  'A checkout: the fixed cart, its totals and its payment.',
  {
    id: Type.String(),
    state: Type.Enum([
      'RESERVED',
      'PAYMENT_INITIATED_CART_RECONCILING',
      'COMPLETED',
      'CANCELLED',
      'EXPIRED',
      'FAILED',
    ]),
    cartId: Type.Optional(
      Type.String({ description: 'Absent for an order that was placed without a cart.' }),
    ),
    snapshot: SnapshotView,
    totals: CheckoutTotals,
    createdAt: Instant,
    reservedUntil: Instant,
    payment: Type.Optional(PaymentSummary),
    orderId: Type.Optional(Type.String()),
    endedAt: Type.Optional(Instant),
    cancelledBy: Type.Optional(
      Type.String({
        description:
          'The person or key of the company that cancelled the checkout. If a colleague cancelled it, the person who checked out gets a mail.',
      }),
    ),
    failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { examples: [checkoutExample()] },
)

export const PaymentHandoffView = record(
  'PaymentHandoff',
  'The payment to be made, and its checkout.',
  { payment: Type.Optional(PaymentSummary), checkout: CheckoutView },
  {
    examples: [
      {
        payment: {
          id: 'pay_01m7xb80j6g1r3x9n5w7d0sveb',
          state: 'PENDING',
          method: 'card',
          amount: amountsExample.total,
          redirectUrl: 'https://pay.example.com/i/4711',
        },
        checkout: { ...checkoutExample(), state: 'PAYMENT_INITIATED_CART_RECONCILING' },
      },
    ],
  },
)

export function viewCheckout({
  attempt,
  payment,
}: AttemptWithPayment): Type.Static<typeof CheckoutView> {
  const { id, state, cartId, orderId, endedAt, cancelledBy, failure } = attempt
  return {
    id,
    state,
    ...(cartId ? { cartId } : {}),
    snapshot: viewSnapshot(attempt.snapshot),
    totals: viewTotals(attempt),
    createdAt: attempt.createdAt.toISOString(),
    reservedUntil: attempt.reservedUntil.toISOString(),
    ...(payment ? { payment: viewPaymentSummary(payment) } : {}),
    ...(orderId ? { orderId } : {}),
    ...(endedAt ? { endedAt: endedAt.toISOString() } : {}),
    ...(endedAt && cancelledBy && !orderId ? { cancelledBy } : {}),
    ...(failure ? { failure } : {}),
  }
}

/** A checkout older than taxes has only its total. */
export function viewTotals({ total, snapshot: { amounts } }: Attempt) {
  const subtotal = viewMoney(amounts?.goods ?? total)
  return amounts ? { subtotal, ...viewAmounts(amounts) } : { subtotal, total: viewMoney(total) }
}

export function viewPaymentSummary(
  payment: NonNullable<AttemptWithPayment['payment']>,
): Type.Static<typeof PaymentSummary> {
  const { id, state, method, amount, redirectUrl } = payment
  return {
    id,
    state,
    method,
    amount: { amount: decimalOf(amount), currency: amount.currency },
    ...(redirectUrl !== undefined && state === 'PENDING' ? { redirectUrl } : {}),
  }
}

export function viewSnapshot(snapshot: Snapshot): Type.Static<typeof SnapshotView> {
  const { currency, lines, shipTo, billTo, poNumber, costCenter, note, contracts } = snapshot
  return {
    currency,
    lines: lines.map((line) => ({
      productId: line.productId,
      sku: line.sku,
      mpn: line.mpn,
      name: line.name,
      brand: line.brand,
      quantity: numberOf(line.quantity),
      ...viewLinePrice(line.unitPrice, line.unit),
      lineTotal: viewMoney(line.total),
      ...viewLineAmounts(line),
      ...(line.backorder && { backorder: line.backorder }),
      ...viewConversion(line.conversion),
    })),
    shipTo: viewAddress(shipTo),
    ...viewShipping(snapshot),
    ...(billTo ? { billTo: viewAddress(billTo) } : {}),
    ...(poNumber === undefined ? {} : { poNumber }),
    ...(costCenter === undefined ? {} : { costCenter }),
    ...(note === undefined ? {} : { note }),
    ...(contracts && { contracts: viewCalledOffContracts(contracts) }),
  }
}

export const viewReserved = (attempt: Attempt) => viewCheckout({ attempt, payment: undefined })

export function checkoutExample() {
  const total = { amount: '10.00', currency: 'EUR' }
  return {
    id: 'chk_01m7xb7z3h5d0q2w8m4v6c9rta',
    state: 'RESERVED' as const,
    cartId: 'cart_01m7xb7y1m0f4s8k2t6z9b3qwn',
    snapshot: {
      currency: 'EUR',
      lines: [
        {
          productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
          sku: '1128895',
          mpn: 'DB9 RS232',
          name: 'Null modem adapter',
          brand: 'StarTech.com',
          quantity: 4,
          unitPrice: { amount: '2.50', currency: 'EUR' },
          basisPrice: { amount: '2.50', currency: 'EUR' },
          perQuantity: 1,
          unit: 'C62',
          lineTotal: total,
          discount: amountsExample.discount,
          tax: { category: 'S' as const, rate: '19', amount: amountsExample.tax },
        },
      ],
      shipTo: addressExample,
    },
    totals: { subtotal: total, ...amountsExample },
    createdAt: '2026-01-02T03:04:05.000Z',
    reservedUntil: '2026-01-02T03:19:05.000Z',
  }
}
