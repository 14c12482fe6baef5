import { type DataOf, PurveyorError, type paths } from '@purveyor/sdk'
import { emptyBody } from '../../calls.ts'
import type { Money } from '../../language/formats.ts'
import {
  api,
  type BookedAddress,
  type Cart,
  type Checkout,
  isRefusal,
  type PaymentMethod,
} from '../api.ts'
import type { References } from './order-references.tsx'

export type Address = BookedAddress['address']

/** The addresses that the person may choose, the one for the chosen unit or the person's own first. */
export async function listAddresses(
  signal: AbortSignal,
  unitId?: string,
): Promise<BookedAddress[]> {
  const query = { limit: 100 }
  const [{ data: listed }, { data: defaults }] = await Promise.all([
    api.get('/api/v1/addresses', { params: { query }, signal }),
    api.get('/api/v1/addresses/defaults', {
      params: { query: unitId === undefined ? {} : { unitId } },
      signal,
    }),
  ])
  const { shipTo } = defaults
  return shipTo ? [shipTo, ...listed.filter(({ id }) => id !== shipTo.id)] : listed
}

export async function listPaymentMethods(
  { totals: { total }, currency }: Cart,
  signal: AbortSignal,
): Promise<PaymentMethod[]> {
  const query = { currency, ...(total !== null && { amount: total.amount }) }
  return (await api.get('/api/v1/payment-methods', { params: { query }, signal })).data.methods
}

/** What the person orders, and how. */
export type OrderTerms = {
  readonly cart: Cart
  readonly shipTo: Address
  readonly method: PaymentMethod['method']
  readonly references: Partial<References>
  /** The shipping method by supplier, where the person chose one. */
  readonly shipping: Readonly<Record<string, string>>
}

export type Purchase = OrderTerms & {
  /** The total that the person has seen. Null: nobody knows it yet. */
  readonly total: Money | null
  /** The same for each attempt at this purchase: a repeated press buys once. */
  readonly key: string
}

/**
 * Reserves the stock at the total that the person has seen, then hands over to the payment. The address to which the person goes next
 * is the payment page, or the page that follows the checkout.
 */
export async function buy(purchase: Purchase): Promise<string> {
  const { cart, method, total, key } = purchase
  const checkout = (
    await api.post('/api/v1/checkout', {
      idempotencyKey: key,
      body: {
        expectedSnapshotVersion: cart.snapshotVersion,
        cartId: cart.id,
        ...(total !== null && { acceptedTotal: total }),
        ...bodyOf(purchase),
      },
    })
  ).data
  const progress = `/checkout/${checkout.id}`
  const returnUrl = `${window.location.origin}${progress}`
  const { payment } = await pay(checkout.id, method, returnUrl, `${key}-pay`).catch(
    async (error: unknown) => {
      // The person chooses another way to pay, or changes the cart, which a checkout would hold.
      if (isRefusal(error)) await cancelCheckout(checkout.id).catch(() => undefined)
      throw error
    },
  )
  return payment?.redirectUrl ?? progress
}

function bodyOf({ shipTo, references, shipping }: OrderTerms) {
  const chosen = Object.entries(shipping)
  return {
    shipTo,
    ...references,
    ...(chosen.length > 0 && {
      shippingMethods: chosen.map(([supplierId, shippingMethodId]) => ({
        supplierId,
        shippingMethodId,
      })),
    }),
  }
}

export type ValidatedOrder = DataOf<paths['/api/v1/orders/validate']['post']>

/** What the order would cost, who would have to approve it and which budgets it would use. Nothing is ordered. */
export async function validateOrder(
  terms: OrderTerms,
  signal: AbortSignal,
): Promise<ValidatedOrder> {
  const { cart, method } = terms
  const body = {
    cart: { expectedSnapshotVersion: cart.snapshotVersion, cartId: cart.id },
    ...bodyOf(terms),
    payment: { method },
  }
  return (await api.post('/api/v1/orders/validate', { body, signal })).data
}

async function pay(
  checkoutId: string,
  method: PaymentMethod['method'],
  returnUrl: string,
  key: string,
) {
  const params = { path: { checkoutId } }
  const body = { method, ...(method === 'card' && { returnUrl }) }
  return (
    await api.post('/api/v1/checkout/{checkoutId}/payment', { params, body, idempotencyKey: key })
  ).data
}

export async function readCheckout(checkoutId: string, signal: AbortSignal): Promise<Checkout> {
  const params = { path: { checkoutId } }
  return (await api.get('/api/v1/checkout/{checkoutId}', { params, signal })).data
}

export async function cancelCheckout(checkoutId: string): Promise<Checkout> {
  const params = { path: { checkoutId } }
  return (await api.post('/api/v1/checkout/{checkoutId}/cancel', { params, ...emptyBody })).data
}

/** With taxes and shipping of this address the total is another one than the person saw. */
export function changedTotalIn(error: unknown): Money | undefined {
  if (!(error instanceof PurveyorError) || error.code !== 'checkout.total_changed') return undefined
  return (error.details as { current?: Money }).current
}

const demands: ReadonlySet<string> = new Set([
  'checkout.po_number_required',
  'checkout.cost_center_required',
  'checkout.references_required',
])

/** The order lacks what its company demands of each. */
export function lacksReferences(error: unknown): boolean {
  return error instanceof PurveyorError && demands.has(error.code)
}

/** The budget or the spending limit that has less left than the order costs. */
export function exceededBudgetIn(error: unknown) {
  if (!(error instanceof PurveyorError) || error.code !== 'budgets.exceeded') return undefined
  return error.details as {
    readonly budget: string
    readonly left: Money
    readonly wanted: Money
  }
}

/** Stock or lines are no longer those that the person saw. */
export function hasCartChanged(error: unknown): boolean {
  return (
    error instanceof PurveyorError &&
    ['cart.version_conflict', 'checkout.stock_short'].includes(error.code)
  )
}
