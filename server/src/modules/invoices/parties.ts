import type { Company } from '#modules/identity'
import type { Address, Order } from '#modules/orders'
import type { InvoiceParty } from './invoice.ts'

/** A company as it names itself for invoices. */
export function partyOf({ id, name, vatId, country, billingAddress }: Company): InvoiceParty {
  const facts = { companyId: id, vatId }
  if (!billingAddress) return { ...facts, name, country }
  const { line1, line2, city, postalCode, region, email } = billingAddress
  return {
    ...facts,
    name: billingAddress.company ?? name,
    line1,
    line2,
    city,
    postalCode,
    region,
    country: billingAddress.country,
    email,
  }
}

/** The address that the order names for its invoice counts before the company's own. */
export function buyerOf(buyer: Company, { billTo }: Order): InvoiceParty {
  return billTo ? { ...placeOf(billTo, buyer.id), vatId: buyer.vatId } : partyOf(buyer)
}

export function placeOf(address: Address, companyId: string): InvoiceParty {
  const { name, company, line1, line2, city, postalCode, region, country, email } = address
  return {
    companyId,
    name: company ?? name,
    line1,
    line2,
    city,
    postalCode,
    region,
    country,
    email,
  }
}
