import type { Actor } from '#kernel/actor'
import {
  decimalOf,
  isCurrency,
  type Money,
  parseMoney,
  priceOfOne,
  sameMoney,
  unitPrice,
} from '#kernel/money'
import type { Quantity } from '#kernel/quantity'
import type { OrderLine } from '#modules/orders'
import {
  type LineDistinction,
  productLineKeyOf,
  type RequestedReferences,
} from '#modules/orders/line-references'
import { fail } from '../failures.ts'
import { assertReturnUrl } from '../paying/check-payable.ts'
import { mayPay } from '../paying/may-pay.ts'

export type MoneyText = { readonly amount: string; readonly currency: string }

/** It names its references where they differ from the references of the order. */
export type OrderedLine = RequestedReferences & {
  readonly productId: string
  readonly quantity: Quantity
  /** The address of the address book to which it goes. Undefined: that of the order. */
  readonly addressId?: string | undefined
  /** The price that the client has seen. Another price today is refused. */
  readonly expectedUnitPrice?: MoneyText | undefined
}

type OrderRequest = {
  readonly lines?: readonly (Pick<OrderedLine, 'productId'> & LineDistinction)[] | undefined
  readonly cart?: object | undefined
  readonly currency?: string | undefined
  readonly unitId?: string | undefined
  readonly payment: Parameters<typeof assertReturnUrl>[0]
}

/** Refuses an order that cannot be placed, whatever its company, its prices and the stock are. */
export function assertPlaceable(actor: Actor, input: OrderRequest): void {
  if (!mayPay(actor)) throw fail('handoff_not_allowed')
  assertReturnUrl(input.payment)
  const { currency, unitId, lines = [], cart } = input
  if (lines.length > 0 === (cart !== undefined)) throw fail('lines_or_cart')
  if (cart && (currency !== undefined || unitId !== undefined)) throw fail('lines_or_cart')
  if (currency !== undefined && !isCurrency(currency)) throw fail('currency_unknown', { currency })
  const seen = new Set<string>()
  for (const line of lines) {
    const { productId } = line
    const key = productLineKeyOf(line)
    if (seen.has(key)) throw fail('product_repeated', { productId })
    seen.add(key)
  }
}

/** Refuses another price than the client has seen. */
export function assertPricesUnchanged(
  lines: readonly Pick<OrderedLine, 'productId' | 'expectedUnitPrice'>[],
  today: readonly Pick<OrderLine, 'unitPrice'>[],
  currency: string,
): void {
  const changed = lines.flatMap(({ productId, expectedUnitPrice: expected }, at) => {
    const line = today[at]
    if (!expected || !line) return []
    const current = priceOfOne(line.unitPrice)
    if (expected.currency !== currency) throw fail('expected_price_invalid', { currency })
    if (unitPrice(expected.amount, currency).amount.equals(current.amount)) return []
    return [{ productId, expected, current: { amount: decimalOf(current), currency } }]
  })
  if (changed.length > 0) throw fail('price_changed', { lines: changed })
}

/** Without an accepted total any total is accepted. */
export function assertTotalUnchanged(
  { total }: { readonly total: Money },
  { acceptedTotal }: { readonly acceptedTotal?: MoneyText | undefined },
): void {
  if (!acceptedTotal) return
  const { amount, currency } = acceptedTotal
  const accepted = currency === total.currency ? parseMoney(amount, currency) : undefined
  if (!accepted) throw fail('accepted_total_invalid', { currency: total.currency })
  if (!sameMoney(accepted, total)) {
    const current = { amount: decimalOf(total), currency: total.currency }
    throw fail('total_changed', { accepted: acceptedTotal, current })
  }
}
