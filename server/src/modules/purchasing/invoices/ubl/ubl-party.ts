import type { InvoiceContent, InvoiceParty } from '../invoice.ts'
import { optionalXml, type Xml, xml } from './xml.ts'

/** BG-4 or BG-7. */
export function ublParty(party: InvoiceParty, { seller, buyer }: InvoiceContent): Xml {
  const { name, vatId, companyId, electronicAddress, taxRegistration, ...place } = party
  // DK-R-013: between Danish companies an identifier names its register, and our identifiers have no register.
  const isDanish = seller.country === 'DK' && buyer.country === 'DK'
  return xml('cac:Party', [
    electronicAddress &&
      xml('cbc:EndpointID', electronicAddress.id, { schemeID: electronicAddress.scheme }), // BT-34, BT-49
    isDanish ? undefined : xml('cac:PartyIdentification', [xml('cbc:ID', companyId)]), // BT-29, BT-46
    xml('cac:PartyName', [xml('cbc:Name', name)]), // BT-28, BT-45
    address('cac:PostalAddress', place), // BG-5, BG-8
    vatId === undefined
      ? undefined
      : xml('cac:PartyTaxScheme', [xml('cbc:CompanyID', vatId), vatScheme()]), // BT-31, BT-48
    // BT-32. The norm has no such number for a buyer.
    taxRegistration && party === seller
      ? xml('cac:PartyTaxScheme', [
          xml('cbc:CompanyID', taxRegistration.number),
          xml('cac:TaxScheme', [xml('cbc:ID', 'TAX')]),
        ])
      : undefined,
    legalEntity(party),
    contactOf(party),
  ])
}

export function legalEntity({ name, legalRegistration }: InvoiceParty): Xml {
  return xml('cac:PartyLegalEntity', [
    xml('cbc:RegistrationName', name), // BT-27, BT-44
    legalRegistration && companyIdElement(legalRegistration), // BT-30, BT-47
  ])
}

function companyIdElement({ number, scheme }: NonNullable<InvoiceParty['legalRegistration']>): Xml {
  return xml('cbc:CompanyID', number, scheme === undefined ? undefined : { schemeID: scheme })
}

export function contactOf({ contact, email }: InvoiceParty): Xml | undefined {
  if (contact)
    return xml('cac:Contact', [
      xml('cbc:Name', contact.name), // BT-41
      xml('cbc:Telephone', contact.phone), // BT-42
      xml('cbc:ElectronicMail', contact.email), // BT-43
    ])
  // BT-43, BT-58
  return email === undefined ? undefined : xml('cac:Contact', [xml('cbc:ElectronicMail', email)])
}

export function address(
  name: string,
  place: Pick<InvoiceParty, 'line1' | 'line2' | 'city' | 'postalCode' | 'region' | 'country'>,
): Xml {
  return xml(name, [
    optionalXml('cbc:StreetName', place.line1),
    optionalXml('cbc:AdditionalStreetName', place.line2),
    optionalXml('cbc:CityName', place.city),
    optionalXml('cbc:PostalZone', place.postalCode),
    optionalXml('cbc:CountrySubentity', place.region),
    xml('cac:Country', [xml('cbc:IdentificationCode', place.country)]),
  ])
}

export function vatScheme(): Xml {
  return xml('cac:TaxScheme', [xml('cbc:ID', 'VAT')])
}
