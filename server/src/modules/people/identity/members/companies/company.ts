import type { Id } from '#kernel/id'
import type { Locale } from '#kernel/locale'
import type { CompanySettings } from './company-settings.ts'

export type CompanyState = 'ACTIVE' | 'DISABLED'

export type Company = CompanySettings & {
  readonly id: Id<'co'>
  readonly name: string
  readonly currency: string
  readonly country: string
  /** Whether the company sells. Every company may buy. */
  readonly supplier: boolean
  /** The company of the platform: its members are the operators. */
  readonly platform: boolean
  readonly vatId: string | undefined
  readonly billingAddress: BillingAddress | undefined
  /** The language for its people who have chosen none, for its keys, and on its invoices. */
  readonly locale: Locale | undefined
  readonly createdAt: Date
  /** None of its credentials works since this time. */
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

/**
 * Operators belong to this company and to no other. The id is fixed, so that creating the company twice makes one.
 */
export const platformCompanyId: Id<'co'> = 'co_00000000000000000p0atf0rm0'
