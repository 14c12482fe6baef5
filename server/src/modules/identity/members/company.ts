import type { Id } from '#kernel/id'

export type CompanyState = 'ACTIVE' | 'DISABLED'

export type Company = {
  readonly id: Id<'co'>
  readonly name: string
  readonly currency: string
  readonly country: string
  /** Sells, besides buying as every company may. */
  readonly supplier: boolean
  /** The one whose members operate the platform. */
  readonly platform: boolean
  readonly vatId: string | undefined
  readonly billingAddress: BillingAddress | undefined
  /** Nothing is bought without the number of a purchase order. */
  readonly poNumberRequired: boolean
  readonly costCenterRequired: boolean
  /** Its people are told of its orders by mail. */
  readonly orderMails: boolean
  readonly createdAt: Date
  /** Since when none of its credentials works. */
  readonly disabledAt: Date | undefined
}

export type BillingAddress = {
  readonly name: string
  readonly company?: string
  readonly line1: string
  readonly line2?: string
  readonly city: string
  readonly region?: string
  readonly postalCode: string
  readonly country: string
  readonly phone?: string
  readonly email?: string
}

export function stateOf({ disabledAt }: Company): CompanyState {
  return disabledAt ? 'DISABLED' : 'ACTIVE'
}

/** Operators belong to this company and to no other. Fixed, so that making it twice makes one. */
export const platformCompanyId: Id<'co'> = 'co_00000000000000000p0atf0rm0'
