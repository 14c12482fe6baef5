import { Failure } from '#kernel/failure'
import type { Money } from '#kernel/money'
import type { Fx, RateTable } from '#modules/fx'
import type { Conn } from '#platform/db'
import { type DiscountGranted, discountOf, type HeldDiscounts } from './order-discounts.ts'
import type { TermsOf } from './terms.ts'

export type GrantedByContract = DiscountGranted & {
  readonly contract: { readonly id: string; readonly reference: string }
}

/** What is taken off goods of one supplier. Undefined: nothing was agreed on, or too little is bought. */
export type DiscountFor = (goods: {
  readonly supplierCompanyId: string
  readonly goods: Money
}) => GrantedByContract | undefined

/**
 * By the terms that the prices of the same document were told under: quoting looks whether they have changed, so that
 * this costs no statement of its own.
 */
export async function orderDiscountsOf(
  deps: { readonly terms: TermsOf; readonly fx: Pick<Fx, 'ratesInto'> },
  conn: Conn,
  buyerCompanyId: string,
  currency: string,
  now: Date,
): Promise<DiscountFor> {
  const { orderDiscounts } = await deps.terms.cached(conn, buyerCompanyId, now)
  const table = await tableFor(deps.fx, conn, orderDiscounts, currency, now)
  const bySupplier = new Map(orderDiscounts.map((held) => [held.supplierCompanyId, held]))
  return ({ supplierCompanyId, goods }) => {
    const held = bySupplier.get(supplierCompanyId)
    const granted = held && discountOf(held, goods, table)
    return granted && { ...granted, contract: held.contract }
  }
}

async function tableFor(
  fx: Pick<Fx, 'ratesInto'>,
  conn: Conn,
  discounts: readonly HeldDiscounts[],
  currency: string,
  now: Date,
): Promise<RateTable | undefined> {
  if (discounts.every((held) => held.currency === currency)) return undefined
  try {
    return await fx.ratesInto(conn, currency, now)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}
