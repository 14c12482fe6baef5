import type { Company } from '#modules/identity'
import type { Address, Order, OrderParty } from '#modules/orders'
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

/**
 * Who bought, as they were when the taxes of the order were reckoned: with the VAT id of that day, or without one. The address
 * that the order names for its invoice counts before the company's own.
 */
export function buyerOf(buyer: Company, { billTo, parties }: Order): InvoiceParty {
  const party = asOf(parties?.buyer, partyOf(buyer))
  return billTo ? { ...placeOf(billTo, buyer.id), vatId: party.vatId } : party
}

/** Who sells, as they were then; a VAT id that they had not said by then as they say it now. */
export function sellerOf(seller: Company, { parties }: Order): InvoiceParty {
  const now = partyOf(seller)
  const then = parties?.sellers.find(({ companyId }) => companyId === seller.id)
  return withVatId(asOf(then, now), now)
}

/** What was missing on the document is there now; the rest stays as it was written. */
export function completed(written: InvoiceParty, now: InvoiceParty): InvoiceParty {
  return withVatId(asOf(written, now), now)
}

function withVatId(party: InvoiceParty, now: InvoiceParty): InvoiceParty {
  return party.vatId === undefined ? { ...party, vatId: now.vatId } : party
}

/** An address that was not said then is that of now, in the same country; so is the address that mails go to. */
function asOf(then: OrderParty | undefined, now: InvoiceParty): InvoiceParty {
  if (!then) return now
  const isSaid = then.line1 !== undefined || then.country !== now.country
  const { name, vatId } = then
  return isSaid ? { ...then, email: now.email } : { ...now, name, vatId }
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
