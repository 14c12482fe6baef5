import { isPeppolAddress } from '../company-details/electronic-address.ts'
import type { InvoiceKind, InvoiceParty } from '../invoice.ts'
import type { InvoiceProfile, MissingDetail } from './invoice-profile.ts'

export const profiles: readonly InvoiceProfile[] = ['EN16931', 'PEPPOL_BIS_3', 'XRECHNUNG_3']

const customizations: Readonly<Record<InvoiceProfile, string>> = {
  EN16931: 'urn:cen.eu:en16931:2017',
  PEPPOL_BIS_3: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  XRECHNUNG_3: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
}

/** BT-24. */
export function customizationOf(profile: InvoiceProfile): string {
  return customizations[profile]
}

/** BT-23: one business process for all profiles. */
export const businessProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** The parts of a document that the rules of a profile read. */
export type ProfileFacts = {
  readonly seller: InvoiceParty
  readonly buyer: InvoiceParty
  readonly buyerReference?: string | undefined
  readonly hasBankAccount: boolean
  /** Undefined before there is a document. Then all details are required that any document may need. */
  readonly kind?: InvoiceKind | undefined
  readonly paymentMethod?: 'card' | 'invoice' | undefined
}

/**
 * The details that a profile needs and the two companies have not entered. The rules are BR-DE-* of XRechnung 3.0, and
 * PEPPOL-EN16931-R* with the national rules of Peppol BIS Billing 3.0.
 */
export function missingForProfile(profile: InvoiceProfile, facts: ProfileFacts): MissingDetail[] {
  if (profile === 'EN16931') return []
  const { seller, buyer } = facts
  const isPeppol = profile === 'PEPPOL_BIS_3'
  const isGood = ({ electronicAddress: address }: InvoiceParty) =>
    address !== undefined && (!isPeppol || isPeppolAddress(address))
  const missing: [isMissing: boolean, detail: MissingDetail][] = [
    // R020 and R010.
    [!isGood(seller), 'supplier.electronicAddress'],
    [!isGood(buyer), 'buyer.electronicAddress'],
    // BR-DE-3, -4, -8 and -9; NL-R-002, NL-R-004, IS-R-003 and others. Tax laws require the address of every party.
    [!hasAddress(seller), 'supplier.billingAddress'],
    [!hasAddress(buyer), 'buyer.billingAddress'],
    // BR-DE-2 and -5 to -7, BR-DE-15.
    [followsGermanRules(profile, seller, buyer) && !seller.contact, 'supplier.contact'],
    [
      followsGermanRules(profile, seller, buyer) && facts.buyerReference === undefined,
      'buyer.buyerReference',
    ],
    ...(isPeppol ? nationalRules(facts) : []),
  ]
  return missing.flatMap(([isMissing, detail]) => (isMissing ? [detail] : []))
}

/** XRechnung has them everywhere. Peppol has the same rules if a German supplier bills a German buyer. */
export function followsGermanRules(
  profile: InvoiceProfile,
  seller: Pick<InvoiceParty, 'country'>,
  buyer: Pick<InvoiceParty, 'country'>,
): boolean {
  if (profile === 'XRECHNUNG_3') return true
  return profile === 'PEPPOL_BIS_3' && seller.country === 'DE' && buyer.country === 'DE'
}

function nationalRules({
  seller,
  buyer,
  hasBankAccount,
  kind = 'INVOICE',
  paymentMethod = 'invoice',
}: ProfileFacts): [isMissing: boolean, detail: MissingDetail][] {
  const isTransfer = kind === 'INVOICE' && paymentMethod === 'invoice'
  const scheme = seller.legalRegistration?.scheme
  return [
    // NL-R-008: without an account no means of payment is allowed.
    [seller.country === 'NL' && isTransfer && !hasBankAccount, 'supplier.bankAccount'],
    // DK-R-002 and DK-R-014, IS-R-002.
    [seller.country === 'DK' && scheme !== '0184', 'supplier.legalRegistration'],
    [seller.country === 'IS' && scheme !== '0196', 'supplier.legalRegistration'],
    // IS-R-004.
    [
      seller.country === 'IS' &&
        buyer.country === 'IS' &&
        buyer.legalRegistration?.scheme !== '0196',
      'buyer.legalRegistration',
    ],
    // GR-R-*: numbers and marks of the Greek tax office, which the platform does not collect.
    [seller.country === 'GR', 'supplier.greekTaxMark'],
  ]
}

function hasAddress({ line1, city, postalCode }: InvoiceParty): boolean {
  return Boolean(line1?.trim() && city?.trim() && postalCode?.trim())
}
