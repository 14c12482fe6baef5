import type { InvoiceProfile } from '../profiles.ts'
import type { BankAccount } from './bank-account.ts'
import type { ElectronicAddress } from './electronic-address.ts'

/** BG-6: who answers questions about an invoice. */
export type Contact = { readonly name: string; readonly phone: string; readonly email: string }

/** What a company enters for the invoices that it issues and receives. */
export type InvoiceDetails = {
  readonly bankAccount?: BankAccount | undefined
  readonly contact?: Contact | undefined
  readonly electronicAddress?: ElectronicAddress | undefined
  readonly legalRegistration?: string | undefined
  readonly taxRegistration?: string | undefined
  /** As a buyer: the form in which it takes invoices. */
  readonly profile: InvoiceProfile
  /** As a buyer: BT-10, such as a Leitweg-ID. */
  readonly buyerReference?: string | undefined
}

export const noDetails: InvoiceDetails = { profile: 'EN16931' }

/** Null takes away what was entered. What is left out stays. */
export type InvoiceDetailsChange = {
  readonly [Field in keyof InvoiceDetails]?: InvoiceDetails[Field] | null
}
