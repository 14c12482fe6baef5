import type { Id } from '#kernel/id'
import type { OrderDiscounts } from './order-discounts.ts'
import type { Validity } from './validity.ts'

export const contractStates = ['DRAFT', 'ACTIVE', 'ENDED'] as const
export type ContractState = (typeof contractStates)[number]

/** What a supplier and a buyer agreed: the price lists that apply between them, in order of precedence. */
export type Contract = Validity & {
  readonly id: Id<'ctr'>
  readonly supplier: { readonly id: Id<'co'>; readonly name: string }
  readonly buyerCompanyId: Id<'co'>
  readonly reference: string
  readonly state: ContractState
  readonly priceListIds: readonly string[]
  /** Discounts on the goods of one order. */
  readonly orderDiscounts: OrderDiscounts | undefined
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const contractsMax = 10_000
export const contractListsMax = 10
