import { PurveyorError } from '@purveyor/sdk'
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

/** The addresses that the person may choose, the one for the person's unit first. */
export async function listAddresses(signal: AbortSignal): Promise<BookedAddress[]> {
  const query = { limit: 100 }
  const [{ data: listed }, { data: defaults }] = await Promise.all([
    api.get('/api/v1/addresses', { params: { query }, signal }),
    api.get('/api/v1/addresses/defaults', { signal }),
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

export type Purchase = {
  readonly cart: Cart
  readonly shipTo: Address
  readonly method: PaymentMethod['method']
  readonly references: Partial<References>
  /** The shipping method by supplier, where the person chose one. */
  readonly shipping: Readonly<Record<string, string>>
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
  const { cart, shipTo, method, shipping, total, references, key } = purchase
  const chosen = Object.entries(shipping)
  const checkout = (
    await api.post('/api/v1/checkout', {
      idempotencyKey: key,
      body: {
        expectedSnapshotVersion: cart.snapshotVersion,
        cartId: cart.id,
        shipTo,
        ...(total !== null && { acceptedTotal: total }),
        ...references,
        ...(chosen.length > 0 && {
          shippingMethods: chosen.map(([supplierId, shippingMethodId]) => ({
            supplierId,
            shippingMethodId,
          })),
        }),
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

/** Stock or lines are no longer those that the person saw. */
export function hasCartChanged(error: unknown): boolean {
  return (
    error instanceof PurveyorError &&
    ['cart.version_conflict', 'checkout.stock_short'].includes(error.code)
  )
}
