import type { DataOf, PlaceOrder, paths } from '@purveyor/sdk'
import { api } from '../api.ts'
import { textOf } from '../fields/read-fields.ts'
import type { Order, OrderLine } from '../orders/order-api.ts'

type PlacedOrder = DataOf<paths['/api/v1/orders']['post']>
type RevisedOrder = Omit<PlaceOrder, 'payment'>

/** Places the order that replaces the one of a returned request, paid in the same way. */
export async function submitAgain(
  revises: string,
  { paymentId }: Order,
  revised: RevisedOrder,
  key: string,
): Promise<PlacedOrder> {
  const method = paymentId === undefined ? 'invoice' : await methodOf(paymentId)
  const returnUrl = method === 'card' && { returnUrl: `${window.location.origin}/orders` }
  const body = { ...revised, revises, payment: { method, ...returnUrl } }
  return (await api.post('/api/v1/orders', { body, idempotencyKey: key })).data
}

async function methodOf(paymentId: string) {
  const params = { path: { paymentId } }
  return (await api.get('/api/v1/payments/{paymentId}', { params })).data.method
}

/** What the form changes. The currency, the addresses, the shipping methods and the day stay those of the returned order. */
export function revisedOrder(order: Order, form: FormData): RevisedOrder {
  const { shipTo, billTo, shipping = [], deliveries, total } = order
  const kept = order.lines.flatMap((line) => {
    const quantity = Number(form.get(`quantity-${line.lineNumber}`))
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const suppliers = new Set(kept.map(({ line }) => line.supplierId))
  const shippingMethods = shipping
    .filter(({ supplierId }) => suppliers.has(supplierId))
    .map(({ supplierId, shippingMethodId }) => ({ supplierId, shippingMethodId }))
  const requestedDate = deliveries?.[0]?.requestedDate
  const written = ['poNumber', 'costCenter', 'note']
    .map((name) => [name, textOf(form, name)] as const)
    .filter(([, text]) => text !== '')
  return {
    lines: kept.map(({ line, quantity }) => ({
      productId: line.productId,
      quantity,
      ...referencesOf(line),
    })),
    ...(total && { currency: total.currency }),
    shipTo,
    ...(billTo && { billTo }),
    ...(shippingMethods.length > 0 && { shippingMethods }),
    ...(requestedDate !== undefined && { requestedDate }),
    ...Object.fromEntries(written),
  }
}

/** What the line says besides its goods, as a request says it. */
function referencesOf({ allocations, ...line }: OrderLine) {
  const { costCenter, poNumber, glAccount, project, requestedDate } = line
  return {
    ...(costCenter !== undefined && { costCenter }),
    ...(poNumber !== undefined && { poNumber }),
    ...(glAccount !== undefined && { glAccount }),
    ...(project !== undefined && { project }),
    ...(requestedDate !== undefined && { requestedDate }),
    ...(allocations && { allocations: allocations.map(requestedPart) }),
  }
}

/** Orders show the amount of each allocation, however the buyer divided the line. */
function requestedPart({ amount, tax: _, ...part }: NonNullable<OrderLine['allocations']>[number]) {
  const isByAmount = part.percent === undefined && part.quantity === undefined
  return { ...part, ...(isByAmount && { amount }) }
}
