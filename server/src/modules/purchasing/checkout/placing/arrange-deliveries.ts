import { canonicalJson } from '#kernel/canonical'
import type { UnitPrice } from '#kernel/money'
import { numberOf, type Quantity } from '#kernel/quantity'
import { addressNotFound, addressNotPrintable, isPrintable } from '#modules/addresses'
import type { Address, Delivery } from '#modules/orders'
import {
  type Accounting,
  deliveriesMax,
  type LineDefaults,
  type LineDistinction,
  type LineReferences,
  type RequestedReferences,
  requestedReferencesOf,
} from '#modules/orders/line-references'
import { fail } from '../failures.ts'

/** A price that a buyer agreed with the supplier by hand. It replaces that of the catalogue. */
export type NegotiatedUnitPrice = NonNullable<LineReferences['negotiatedPrice']> & {
  readonly unitPrice: UnitPrice
}

/** A line of a cart, or a line that a request names, which has no cart item. */
export type RequestedLine = RequestedReferences & {
  readonly itemId?: string
  /** The address of the address book to which it goes, unless the request names deliveries. Undefined: `shipTo`. */
  readonly addressId?: string | undefined
  readonly productId: string
  readonly quantity: Quantity
  readonly negotiatedPrice?: NegotiatedUnitPrice | undefined
}

export type RequestedGoods = {
  readonly currency: string
  /** The version of the cart, if there is one. */
  readonly snapshotVersion?: number
  readonly lines: readonly RequestedLine[]
}

export type ChosenMethod = { readonly supplierId: string; readonly shippingMethodId: string }

/** One address, or several deliveries: exactly one of the two. */
export type Destination = {
  readonly shipTo?: Address | undefined
  readonly shippingMethods?: readonly ChosenMethod[] | undefined
  readonly requestedDate?: string | undefined
  readonly deliveries?: readonly DeliveryInput[] | undefined
}

export type DeliveryInput = {
  readonly shipTo: Address
  readonly shippingMethods?: readonly ChosenMethod[] | undefined
  readonly lines: readonly (RequestedReferences & {
    readonly cartItemId: string
    readonly quantity: Quantity
  })[]
  readonly requestedDate?: string | undefined
  readonly costCenter?: string | undefined
}

/** A line of the cart, or the pieces of it that go to one address. */
export type Part = RequestedReferences & {
  readonly of: RequestedLine
  /** The index of the delivery, from 0. */
  readonly delivery: number
  readonly quantity: Quantity
}

export type Arrangement = {
  /** At least one. */
  readonly deliveries: readonly (Delivery & { readonly methods: ReadonlyMap<string, string> })[]
  /** The methods of each delivery are those of the whole order: a supplier need not have lines in each. */
  readonly methodsOfOrder: boolean
  readonly parts: readonly Part[]
}

/** The addresses that lines name, by their ids. */
export type LineAddresses = ReadonlyMap<string, { readonly address: Address }>

/** Assigns each piece of the cart to a delivery: all pieces, and none twice. */
export function arrangeDeliveries(
  cart: RequestedGoods,
  to: Destination & LineDefaults,
  today: string,
  addresses: LineAddresses = new Map(),
): Arrangement {
  const arrangement = to.deliveries
    ? toSeveralAddresses(cart, to.deliveries)
    : toAddressesOfLines(cart, to, addresses)
  assertNotPast(arrangement, today)
  const { glAccount, project } = to
  return {
    ...arrangement,
    parts: arrangement.parts.map((part) => withDefaults(part, { glAccount, project })),
  }
}

function assertNotPast({ deliveries, parts }: Arrangement, today: string): void {
  const isPast = ({ requestedDate = today }: { readonly requestedDate?: string | undefined }) =>
    requestedDate < today
  const delivery = deliveries.find(isPast)
  if (delivery) {
    const { number, requestedDate = '' } = delivery
    throw fail('requested_date_past', { delivery: number, requestedDate, today })
  }
  const at = parts.findIndex(isPast)
  const part = parts[at]
  if (!part) return
  const place = { delivery: part.delivery + 1, line: placeInDelivery(parts, at) }
  throw fail('requested_date_past', { ...place, requestedDate: part.requestedDate ?? '', today })
}

/** The number of the part in its delivery, from 1. */
export function placeInDelivery(parts: Arrangement['parts'], at: number): number {
  return parts.slice(0, at + 1).filter(({ delivery }) => delivery === parts[at]?.delivery).length
}

/** What the line does not name. If it is divided, each of its allocations gets what it does not name. */
function withDefaults<Line extends RequestedReferences>(line: Line, defaults: Accounting): Line {
  const { allocations } = line
  if (!allocations) return { ...line, ...missingOf(line, defaults) }
  return {
    ...line,
    allocations: allocations.map((one) => ({ ...one, ...missingOf(one, defaults) })),
  }
}

function missingOf(own: Accounting, defaults: Accounting): Accounting {
  const missing = Object.entries(defaults).filter(
    ([field]) => own[field as keyof Accounting] === undefined,
  )
  return Object.fromEntries(missing)
}

/** Refuses before the cart is locked what can be refused without it. */
export function assertOneDestination({
  shipTo,
  shippingMethods,
  requestedDate,
  deliveries,
}: Destination) {
  if (!deliveries === !shipTo) throw fail('delivery_ambiguous')
  if (deliveries && (shippingMethods || requestedDate !== undefined)) {
    throw fail('delivery_ambiguous')
  }
}

export function addressesOf({ shipTo, deliveries = [] }: Destination): Record<string, Address> {
  const several = deliveries.map((one, at) => [`deliveries.${at}.shipTo`, one.shipTo] as const)
  return { ...(shipTo ? { shipTo } : {}), ...Object.fromEntries(several) }
}

/** To the address of the order, or to those that the lines name. One delivery has all lines to the same address. */
function toAddressesOfLines(
  cart: RequestedGoods,
  { shipTo, shippingMethods, requestedDate }: Destination,
  addresses: LineAddresses,
): Arrangement {
  if (!shipTo) throw new Error('a checkout without an address got past its check')
  const methods = methodsOf(shippingMethods)
  const targets = cart.lines.map(({ addressId }) => {
    if (addressId === undefined) return shipTo
    const booked = addresses.get(addressId)
    if (!booked) throw addressNotFound(addressId)
    if (!isPrintable(booked)) throw addressNotPrintable(addressId)
    return booked.address
  })
  const first = targets.includes(shipTo) ? [shipTo] : []
  const distinct = new Map([...first, ...targets].map((target) => [canonicalJson(target), target]))
  if (distinct.size > deliveriesMax) {
    throw fail('too_many_deliveries', { limit: deliveriesMax, deliveries: distinct.size })
  }
  const keys = [...distinct.keys()]
  const parts = cart.lines.map((of, at) => ({
    of,
    delivery: keys.indexOf(canonicalJson(targets[at] ?? shipTo)),
    quantity: of.quantity,
    ...requestedReferencesOf(of),
  }))
  return {
    deliveries: [...distinct.values()].map((target, at) => ({
      number: at + 1,
      shipTo: target,
      requestedDate,
      costCenter: undefined,
      methods,
    })),
    methodsOfOrder: true,
    parts,
  }
}

function toSeveralAddresses(
  cart: RequestedGoods,
  deliveries: readonly DeliveryInput[],
): Arrangement {
  const byItem = new Map<string | undefined, RequestedLine>(
    cart.lines.map((line) => [line.itemId, line]),
  )
  const parts = deliveries.flatMap(({ lines, costCenter }, delivery) =>
    lines.map((line) => {
      const of = byItem.get(line.cartItemId)
      if (!of) throw fail('delivery_item_unknown', { cartItemId: line.cartItemId })
      const own = withDefaults(withDistinction(requestedReferencesOf(line), of), { costCenter })
      return { ...own, of, delivery, quantity: line.quantity }
    }),
  )
  assertQuantitiesAgree(cart, parts)
  return {
    deliveries: deliveries.map(({ shipTo, requestedDate, costCenter, shippingMethods }, at) => ({
      number: at + 1,
      shipTo,
      requestedDate,
      costCenter,
      methods: methodsOf(shippingMethods),
    })),
    methodsOfOrder: false,
    parts,
  }
}

/** A line of a delivery that names nothing to book it on is divided like the line of the cart. */
function withDistinction(line: RequestedReferences, ofCart: LineDistinction): RequestedReferences {
  const { costCenter, glAccount, project, requestedDate = ofCart.requestedDate } = line
  const isBooked = [costCenter, glAccount, project].some((one) => one !== undefined)
  const allocations = line.allocations ?? (isBooked ? undefined : ofCart.allocations)
  return { ...line, allocations, requestedDate }
}

function assertQuantitiesAgree({ lines }: RequestedGoods, parts: readonly Part[]): void {
  const delivered = new Map<string | undefined, Quantity>()
  for (const { of, quantity } of parts) {
    delivered.set(of.itemId, (delivered.get(of.itemId) ?? 0n) + quantity)
  }
  const differing = lines
    .filter(({ itemId, quantity }) => delivered.get(itemId) !== quantity)
    .map(({ itemId, quantity }) => ({
      cartItemId: itemId,
      inCart: numberOf(quantity),
      inDeliveries: numberOf(delivered.get(itemId) ?? 0n),
    }))
  if (differing.length > 0) throw fail('delivery_quantities_differ', { lines: differing })
}

function methodsOf(chosen: readonly ChosenMethod[] = []): ReadonlyMap<string, string> {
  for (const [at, { supplierId }] of chosen.entries()) {
    const first = chosen.findIndex((one) => one.supplierId === supplierId)
    if (first !== at) throw fail('shipping_method_repeated', { supplierId })
  }
  return new Map(chosen.map(({ supplierId, shippingMethodId }) => [supplierId, shippingMethodId]))
}
