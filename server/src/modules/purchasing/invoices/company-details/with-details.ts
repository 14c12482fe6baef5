import type { Tx } from '#platform/db'
import type { Invoice, InvoiceParty } from '../invoice.ts'
import { missingForProfile } from '../ubl/profiles.ts'
import type { InvoiceDetails } from './details.ts'
import { findDetails } from './details-store.ts'
import { registrationOf } from './registration.ts'

/** A party with the details that its company entered for invoices. */
export function withDetails(party: InvoiceParty, details: InvoiceDetails): InvoiceParty {
  const { legalRegistration: legal, taxRegistration: tax, electronicAddress, contact } = details
  const { country } = party
  return {
    ...party,
    electronicAddress,
    contact,
    legalRegistration: legal === undefined ? undefined : registrationOf('legal', country, legal),
    taxRegistration: tax === undefined ? undefined : registrationOf('tax', country, tax),
  }
}

/**
 * A document with the present details of both companies. If the buyer's profile cannot be met, the document follows the
 * norm alone and lists the missing details: goods that left are invoiced on their day.
 */
export async function withCompanyDetails(tx: Tx, invoice: Invoice): Promise<Invoice> {
  const { content, kind } = invoice
  const ofSeller = await findDetails(tx, invoice.supplierCompanyId)
  const ofBuyer = await findDetails(tx, invoice.companyId)
  const seller = withDetails(content.seller, ofSeller)
  // Questions about an invoice go to its seller; no document names the buyer's contact.
  const buyer = { ...withDetails(content.buyer, ofBuyer), contact: undefined }
  const { bankAccount } = ofSeller
  const { profile: wantedProfile, buyerReference } = ofBuyer
  const missing = missingForProfile(wantedProfile, {
    seller,
    buyer,
    buyerReference: buyerReference ?? content.poNumber,
    hasBankAccount: bankAccount !== undefined,
    kind,
    paymentMethod: content.paymentMethod,
  })
  return {
    ...invoice,
    content: {
      ...content,
      seller,
      buyer,
      buyerReference,
      profile: missing.length === 0 ? wantedProfile : 'EN16931',
      wantedProfile,
      missingForProfile: missing,
      payTo: kind === 'INVOICE' && content.paymentMethod === 'invoice' ? bankAccount : undefined,
    },
  }
}
