import type { Company } from '#modules/identity'
import type { Address, Order, OrderParty } from '#modules/orders'
import type { InvoiceParty } from '../invoice.ts'

/** The party of a company, with the name that it uses on invoices. */
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

/**
 * The buyer as it was when the taxes of the order were computed: with the VAT id of that day, or without one. The
 * order's billing address takes precedence over the company's.
 */
export function buyerOf(buyer: Company, { billTo, parties }: Order): InvoiceParty {
  const party = asOf(parties?.buyer, partyOf(buyer))
  return billTo ? { ...placeOf(billTo, buyer.id), vatId: party.vatId } : party
}

/** The seller as it was then. If it had no VAT id then, its present one is used. */
export function sellerOf(seller: Company, { parties }: Order): InvoiceParty {
  const now = partyOf(seller)
  const then = parties?.sellers.find(({ companyId }) => companyId === seller.id)
  return withVatId(asOf(then, now), now)
}

/** Adds the details that were missing on the document; the rest stays as written. */
export function completeParty(written: InvoiceParty, now: InvoiceParty): InvoiceParty {
  return withVatId(asOf(written, now), now)
}

function withVatId(party: InvoiceParty, now: InvoiceParty): InvoiceParty {
  return party.vatId === undefined ? { ...party, vatId: now.vatId } : party
}

/**
 * If the order has no address of the party, its present one in the same country is used, and so is its mail address.
 */
function asOf(then: OrderParty | undefined, now: InvoiceParty): InvoiceParty {
  if (!then) return now
  const hasAddress = then.line1 !== undefined || then.country !== now.country
  const { name, vatId } = then
  return hasAddress ? { ...then, email: now.email } : { ...now, name, vatId }
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
