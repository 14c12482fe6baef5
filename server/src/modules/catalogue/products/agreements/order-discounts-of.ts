import { Failure } from '#kernel/failure'
import type { Money } from '#kernel/money'
import type { Fx, RateTable } from '#modules/fx'
import type { BuyingUnit } from '#modules/structure'
import type { Conn } from '#platform/db'
import type { TermsOf } from './create-terms.ts'
import { type DiscountGranted, type DiscountsInForce, discountOf } from './order-discounts.ts'

export type GrantedByContract = DiscountGranted & {
  readonly contract: { readonly id: string; readonly reference: string }
}

/** The discount on the goods of one supplier. Undefined: none was agreed, or the goods are below the lowest tier. */
export type DiscountFor = (goods: {
  readonly supplierCompanyId: string
  readonly goods: Money
}) => GrantedByContract | undefined

/**
 * Uses the terms that priced the same document. `quote` has already checked that they are current, so this sends no
 * statement for them.
 */
export async function orderDiscountsOf(
  deps: { readonly terms: TermsOf; readonly fx: Pick<Fx, 'ratesInto'> },
  conn: Conn,
  buyer: BuyingUnit,
  currency: string,
  now: Date,
): Promise<DiscountFor> {
  const { orderDiscounts } = await deps.terms.cached(conn, buyer, now)
  const table = await tableFor(deps.fx, conn, orderDiscounts, currency, now)
  const bySupplier = new Map(orderDiscounts.map((inForce) => [inForce.supplierCompanyId, inForce]))
  return ({ supplierCompanyId, goods }) => {
    const inForce = bySupplier.get(supplierCompanyId)
    const granted = inForce && discountOf(inForce, goods, table)
    return granted && { ...granted, contract: inForce.contract }
  }
}

async function tableFor(
  fx: Pick<Fx, 'ratesInto'>,
  conn: Conn,
  discounts: readonly DiscountsInForce[],
  currency: string,
  now: Date,
): Promise<RateTable | undefined> {
  if (discounts.every((inForce) => inForce.currency === currency)) return undefined
  try {
    return await fx.ratesInto(conn, currency, now)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}
