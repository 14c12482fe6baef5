import { minorUnitsOf } from '#kernel/currency'
import { reasonCodeOf } from '../charge-of.ts'
import { isPeppolAddress } from '../company-details/electronic-address.ts'
import type { InvoiceParty } from '../invoice.ts'
import { address, contactOf, legalEntity, vatScheme } from '../ubl/ubl-party.ts'
import { optionalXml, writeXml, type Xml, xml } from '../ubl/xml.ts'
import type { PurchaseOrder, PurchaseOrderDelivery, PurchaseOrderLine } from './purchase-order.ts'

/** A purchase order as UBL 2.1 Order. It follows Peppol BIS Ordering 3 (transaction T01) and says so, if the network can carry it. */
export function writePurchaseOrderUbl(order: PurchaseOrder): string {
  const { number, issuedOn, currency, deliveries, sums, charges } = order
  const [first, ...others] = deliveries
  const isPeppol = canPeppolCarry(order)
  const amount = (name: string, value: string) => xml(name, value, { currencyID: currency })
  return writeXml(
    xml(
      'Order',
      [
        isPeppol ? xml('cbc:CustomizationID', 'urn:fdc:peppol.eu:poacc:trns:order:3') : undefined,
        isPeppol ? xml('cbc:ProfileID', 'urn:fdc:peppol.eu:poacc:bis:ordering:3') : undefined,
        xml('cbc:ID', number),
        xml('cbc:IssueDate', issuedOn),
        xml('cbc:OrderTypeCode', '220'), // of UNCL 1001: an order
        optionalXml('cbc:Note', order.note),
        xml('cbc:DocumentCurrencyCode', currency),
        optionalXml('cbc:CustomerReference', order.poNumber),
        optionalXml('cbc:AccountingCost', order.costCenter),
        xml('cac:BuyerCustomerParty', [partyOf(order.buyer, 'buyer')]),
        xml('cac:SellerSupplierParty', [partyOf(order.seller, 'seller')]),
        first && others.length === 0 ? deliveryOf(first) : undefined,
        ...charges.map(({ name, kind, amount: value, tax }) =>
          xml('cac:AllowanceCharge', [
            xml('cbc:ChargeIndicator', 'true'),
            xml('cbc:AllowanceChargeReasonCode', reasonCodeOf({ kind })),
            xml('cbc:AllowanceChargeReason', name),
            amount('cbc:Amount', value),
            taxCategory('cac:TaxCategory', tax),
          ]),
        ),
        sums.tax === undefined
          ? undefined
          : xml('cac:TaxTotal', [amount('cbc:TaxAmount', sums.tax)]),
        xml('cac:AnticipatedMonetaryTotal', [
          amount('cbc:LineExtensionAmount', sums.lines),
          amount('cbc:TaxExclusiveAmount', sums.net),
          sums.tax === undefined ? undefined : amount('cbc:TaxInclusiveAmount', sums.total),
          charges.length === 0 ? undefined : amount('cbc:ChargeTotalAmount', sums.charges),
          amount('cbc:PayableAmount', sums.total),
        ]),
        ...order.lines.map((line) => lineOf(line, order)),
      ],
      {
        xmlns: 'urn:oasis:names:specification:ubl:schema:xsd:Order-2',
        'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
        'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
      },
    ),
  )
}

/** T01 demands the addresses of both companies, knows one place of delivery, and refuses amounts with three decimals. */
function canPeppolCarry({ buyer, seller, deliveries, currency }: PurchaseOrder): boolean {
  return (
    hasAddress(buyer) &&
    hasAddress(seller) &&
    deliveries.length === 1 &&
    minorUnitsOf(currency) <= 2
  )
}

function hasAddress({ electronicAddress }: InvoiceParty): boolean {
  return electronicAddress !== undefined && isPeppolAddress(electronicAddress)
}

/** T01 has the VAT id of the buyer alone. */
function partyOf(party: InvoiceParty, side: 'buyer' | 'seller'): Xml {
  const { name, vatId, companyId, electronicAddress, ...place } = party
  return xml('cac:Party', [
    electronicAddress &&
      xml('cbc:EndpointID', electronicAddress.id, { schemeID: electronicAddress.scheme }),
    xml('cac:PartyIdentification', [xml('cbc:ID', companyId)]),
    xml('cac:PartyName', [xml('cbc:Name', name)]),
    address('cac:PostalAddress', place),
    side === 'buyer' && vatId !== undefined
      ? xml('cac:PartyTaxScheme', [xml('cbc:CompanyID', vatId), vatScheme()])
      : undefined,
    legalEntity(party),
    contactOf(party),
  ])
}

function deliveryOf({ shipTo, contact, requestedDate }: PurchaseOrderDelivery): Xml {
  return xml('cac:Delivery', [
    xml('cac:DeliveryLocation', [address('cac:Address', shipTo)]),
    requestedDate === undefined ? undefined : requestedPeriod(requestedDate),
    xml('cac:DeliveryParty', [
      xml('cac:PartyName', [xml('cbc:Name', shipTo.name)]),
      contact &&
        xml('cac:Contact', [
          xml('cbc:Name', contact.name),
          optionalXml('cbc:Telephone', contact.phone),
          optionalXml('cbc:ElectronicMail', contact.email),
        ]),
    ]),
  ])
}

/** One place of delivery stands at the head of the document. A line then has only a day of its own. */
function deliveryOfLine(
  { delivery: number, requestedDate }: PurchaseOrderLine,
  { deliveries }: PurchaseOrder,
): Xml | undefined {
  const place = deliveries.length > 1 && deliveries.find((one) => one.number === number)
  if (place) return deliveryOf({ ...place, requestedDate: requestedDate ?? place.requestedDate })
  return requestedDate === undefined
    ? undefined
    : xml('cac:Delivery', [requestedPeriod(requestedDate)])
}

const requestedPeriod = (day: string) =>
  xml('cac:RequestedDeliveryPeriod', [xml('cbc:EndDate', day)])

function lineOf(line: PurchaseOrderLine, order: PurchaseOrder): Xml {
  const { currency } = order
  const { lineNumber, quantity, unit, price, discount, net, costCenter } = line
  return xml('cac:OrderLine', [
    optionalXml('cbc:Note', noteOf(line)),
    xml('cac:LineItem', [
      xml('cbc:ID', String(lineNumber)),
      xml('cbc:Quantity', String(quantity), { unitCode: unit }),
      xml('cbc:LineExtensionAmount', net, { currencyID: currency }),
      optionalXml('cbc:AccountingCost', costCenter),
      deliveryOfLine(line, order),
      discount === undefined
        ? undefined
        : xml('cac:AllowanceCharge', [
            xml('cbc:ChargeIndicator', 'false'),
            xml('cbc:AllowanceChargeReasonCode', '95'), // of UNCL 5189: discount
            xml('cbc:Amount', discount, { currencyID: currency }),
          ]),
      xml('cac:Price', [
        xml('cbc:PriceAmount', price.amount, { currencyID: currency }),
        price.perQuantity === 1
          ? undefined
          : xml('cbc:BaseQuantity', String(price.perQuantity), { unitCode: unit }),
      ]),
      xml('cac:Item', [
        xml('cbc:Name', line.name),
        xml('cac:SellersItemIdentification', [xml('cbc:ID', line.sku)]),
        line.mpn === ''
          ? undefined
          : xml('cac:ManufacturersItemIdentification', [xml('cbc:ID', line.mpn)]),
        taxCategory('cac:ClassifiedTaxCategory', line.tax),
      ]),
    ]),
  ])
}

/** T01 has one note for each line. */
function noteOf({ poNumber, priceNote }: PurchaseOrderLine): string | undefined {
  const notes = [
    ...(poNumber === undefined ? [] : [`Purchase order ${poNumber}`]),
    ...(priceNote === undefined ? [] : [`Negotiated price: ${priceNote}`]),
  ]
  return notes.join('; ') || undefined
}

function taxCategory(name: string, tax: PurchaseOrderLine['tax']): Xml | undefined {
  if (!tax) return undefined
  return xml(name, [
    xml('cbc:ID', tax.category),
    tax.category === 'O' ? undefined : xml('cbc:Percent', tax.rate),
    vatScheme(),
  ])
}
