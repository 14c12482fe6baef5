import { type Static, Type } from 'typebox'
import { type Money, money } from '#kernel/money'
import { record } from '#kernel/record'
import { MoneyView, viewMoney } from '#platform/http'

/**
 * The discount of a contract on the goods of its supplier in one document. It is part of `discount`, and of the lines.
 */
export type TakenOff = {
  readonly supplierCompanyId: string
  readonly contractId: string
  /** The reference of the contract that both companies use. */
  readonly reference: string
  /** Absent when the discount is an amount. */
  readonly percent?: string | undefined
  readonly amount: Money
}

export type StoredTakenOff = Omit<TakenOff, 'amount'> & { readonly amountMinor: string }

export function storeTakenOff(discounts: readonly TakenOff[]): StoredTakenOff[] {
  return discounts.map(({ amount, ...rest }) => ({
    ...rest,
    amountMinor: amount.amountMinor.toString(),
  }))
}

export function readTakenOff(stored: readonly StoredTakenOff[], currency: string): TakenOff[] {
  return stored.map(({ amountMinor, ...rest }) => ({
    ...rest,
    amount: money(BigInt(amountMinor), currency),
  }))
}

export const TakenOffView = Type.Array(
  record('AppliedDiscount', 'A discount of an agreement that was applied.', {
    supplierId: Type.String(),
    contract: Type.Object({ id: Type.String(), reference: Type.String() }),
    percent: Type.Optional(
      Type.String({ description: 'The percentage. Absent if the discount is an amount.' }),
    ),
    amount: MoneyView,
  }),
  {
    description:
      'The discounts of contracts on the goods of their suppliers. `discount` is their sum, and is spread over the lines.',
  },
)

export function viewTakenOff(discounts: readonly TakenOff[]): Static<typeof TakenOffView> {
  return discounts.map(({ supplierCompanyId, contractId, reference, percent, amount }) => ({
    supplierId: supplierCompanyId,
    contract: { id: contractId, reference },
    ...(percent === undefined ? {} : { percent }),
    amount: viewMoney(amount),
  }))
}
