import { type Actor, may } from '#kernel/actor'
import { fail } from './failures.ts'
import type { LineProgress } from './fulfilment/line-progress.ts'
import type { Order } from './order.ts'

/** Whoever reaches an order: its buyer, somebody who supplies lines of it, an operator. One company may be both. */
export type Party = {
  readonly isBuyer: boolean
  readonly isOperator: boolean
  /** Whose lines are its own to confirm and to ship. Undefined: it supplies none. */
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

/** A line that is not theirs does not exist for a supplier. */
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

export function refuseOtherThanBuyer({ isBuyer, isOperator }: Party): void {
  if (!isBuyer && !isOperator) throw fail('not_the_buyer')
}
