import type { InvoiceProfile } from '../ubl/invoice-profile.ts'
import type { BankAccount } from './bank-account.ts'
import type { ElectronicAddress } from './electronic-address.ts'

/** BG-6: the contact for questions about an invoice. */
export type Contact = { readonly name: string; readonly phone: string; readonly email: string }

/** The details that a company enters for the invoices that it issues and receives. */
export type InvoiceDetails = {
  readonly bankAccount?: BankAccount | undefined
  readonly contact?: Contact | undefined
  readonly electronicAddress?: ElectronicAddress | undefined
  readonly legalRegistration?: string | undefined
  readonly taxRegistration?: string | undefined
  /** As a buyer: the format in which it receives invoices. */
  readonly profile: InvoiceProfile
  /** As a buyer: BT-10, such as a Leitweg-ID. */
  readonly buyerReference?: string | undefined
}

export const noDetails: InvoiceDetails = { profile: 'EN16931' }

/** Null removes a detail. An omitted detail stays. */
export type InvoiceDetailsChange = {
  readonly [Field in keyof InvoiceDetails]?: InvoiceDetails[Field] | null
}
