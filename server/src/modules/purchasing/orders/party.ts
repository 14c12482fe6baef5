import { type Actor, may } from '#kernel/actor'
import { fail } from './failures.ts'
import type { LineProgress } from './fulfilment/line-progress.ts'
import type { Order } from './order.ts'

/**
 * Who may reach an order: its buyer, a supplier of its lines, or an operator. One company may be buyer and supplier.
 */
export type Party = {
  readonly isBuyer: boolean
  readonly isOperator: boolean
  /** The supplier that confirms and ships its own lines. Undefined: the party supplies no line. */
  readonly supplierId: string | undefined
}

export function partyOf(actor: Actor, order: Order, lines: readonly LineProgress[]): Party {
  const { companyId } = actor
  const supplies = lines.some(({ supplierCompanyId }) => supplierCompanyId === companyId)
  return {
    isBuyer: order.companyId === companyId,
    isOperator: may(actor, 'act_for_every_company'),
    supplierId: supplies ? companyId : undefined,
  }
}

/** For a supplier, a line of another supplier does not exist. */
export function suppliedBy(
  { isOperator, supplierId }: Party,
  lines: readonly LineProgress[],
): readonly LineProgress[] {
  if (isOperator) return lines
  if (supplierId === undefined) throw fail('not_the_supplier')
  return lines.filter(({ supplierCompanyId }) => supplierCompanyId === supplierId)
}

export function visibleTo(
  { isBuyer, isOperator, supplierId }: Party,
  lines: readonly LineProgress[],
): readonly LineProgress[] {
  if (isBuyer || isOperator) return lines
  return lines.filter(({ supplierCompanyId }) => supplierCompanyId === supplierId)
}

/** An operator pays for nothing in the name of a buyer. */
export function assertBuyer({ isBuyer }: Party): void {
  if (!isBuyer) throw fail('not_the_buyer')
}

export function assertBuyerSide({ isBuyer, isOperator }: Party): void {
  if (!isBuyer && !isOperator) throw fail('not_the_buyer')
}
