import { Decimal } from 'decimal.js'
import { all, type Node, parseXml, text } from '../ubl/xml-nodes.fixture.ts'

const amount = (node: Node | undefined, path: string) => new Decimal(text(node, path) || 0)
const sum = (nodes: readonly Node[], path: string) =>
  nodes.reduce((total, node) => total.plus(amount(node, path)), new Decimal(0))

/** The elements of UBL 2.1 that our orders use, each in the order of the schema (OASIS, ISO/IEC 19845). */
const sequences: Readonly<Record<string, string>> = {
  Order:
    'CustomizationID ProfileID ID IssueDate OrderTypeCode Note DocumentCurrencyCode CustomerReference AccountingCost BuyerCustomerParty SellerSupplierParty Delivery AllowanceCharge TaxTotal AnticipatedMonetaryTotal OrderLine',
  Party:
    'EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact',
  PostalAddress: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity Country',
  Address: 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity Country',
  Delivery: 'DeliveryLocation RequestedDeliveryPeriod DeliveryParty',
  DeliveryParty: 'PartyIdentification PartyName Contact',
  Contact: 'Name Telephone ElectronicMail',
  AllowanceCharge:
    'ChargeIndicator AllowanceChargeReasonCode AllowanceChargeReason Amount TaxCategory',
  AnticipatedMonetaryTotal:
    'LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount ChargeTotalAmount PayableAmount',
  OrderLine: 'Note LineItem',
  LineItem: 'ID Quantity LineExtensionAmount AccountingCost Delivery AllowanceCharge Price Item',
  Price: 'PriceAmount BaseQuantity',
  Item: 'Name SellersItemIdentification ManufacturersItemIdentification ClassifiedTaxCategory',
}

/**
 * The rules of Peppol BIS Ordering 3 (PEPPOL-T01-R*) that an order of ours can break, and the sequences of UBL 2.1. They are
 * written from the published rules, so that our writer does not judge itself. Returns the names of the broken rules.
 */
export function brokenOrderRules(xml: string): string[] {
  const root = parseXml(xml)
  const broken: string[] = []
  const check = (rule: string, holds: boolean) => {
    if (!holds) broken.push(rule)
  }
  checkSequence(root, check)
  const isPeppol = text(root, 'CustomizationID') === 'urn:fdc:peppol.eu:poacc:trns:order:3'
  if (isPeppol) {
    check('R031', text(root, 'ProfileID') === 'urn:fdc:peppol.eu:poacc:bis:ordering:3')
    for (const side of ['BuyerCustomerParty', 'SellerSupplierParty'])
      check('EndpointID', !!all(root, `${side}/Party/EndpointID`)[0]?.attributes.schemeID)
    check('one delivery', all(root, 'Delivery').length <= 1)
  }
  checkTotals(root, check)
  const lines = all(root, 'OrderLine/LineItem')
  check('R001', new Set(lines.map((line) => text(line, 'ID'))).size === lines.length)
  for (const line of lines) checkLine(line, check)
  return broken
}

type Check = (rule: string, holds: boolean) => void

function checkSequence(node: Node, check: Check): void {
  const known = Object.hasOwn(sequences, node.name) ? sequences[node.name] : undefined
  const places = node.children.map(({ name }) => known?.split(' ').indexOf(name) ?? 0)
  check(`sequence of ${node.name}`, !places.includes(-1))
  check(
    `sequence of ${node.name}`,
    places.every((place, at) => place >= (places[at - 1] ?? 0)),
  )
  for (const child of node.children) checkSequence(child, check)
}

function checkTotals(root: Node, check: Check): void {
  const currency = text(root, 'DocumentCurrencyCode')
  const totals = all(root, 'AnticipatedMonetaryTotal')[0]
  const lines = amount(totals, 'LineExtensionAmount')
  const net = amount(totals, 'TaxExclusiveAmount')
  const charges = sum(all(root, 'AllowanceCharge'), 'Amount')
  check(
    'R003',
    (totals?.children ?? []).every(({ attributes }) => attributes.currencyID === currency),
  )
  check('R008', lines.equals(sum(all(root, 'OrderLine/LineItem'), 'LineExtensionAmount')))
  check('R010', amount(totals, 'ChargeTotalAmount').equals(charges))
  check('R011', net.equals(lines.plus(charges)))
  const gross = text(totals, 'TaxInclusiveAmount')
  check('R016', !gross || amount(totals, 'PayableAmount').equals(gross))
  check('R017', !gross || net.plus(amount(root, 'TaxTotal/TaxAmount')).equals(gross))
}

function checkLine(line: Node, check: Check): void {
  const base = amount(line, 'Price/BaseQuantity')
  const price = amount(line, 'Price/PriceAmount').div(base.isZero() ? 1 : base)
  const off = sum(all(line, 'AllowanceCharge'), 'Amount')
  const expected = amount(line, 'Quantity').times(price).minus(off)
  check('R024', amount(line, 'LineExtensionAmount').minus(expected).abs().lessThanOrEqualTo(0.02))
  check('R004', !!all(line, 'Quantity')[0]?.attributes.unitCode)
  const tax = all(line, 'Item/ClassifiedTaxCategory')[0]
  check('R029', !tax || text(tax, 'ID') === 'O' || !!text(tax, 'Percent'))
  check('R030', text(tax, 'ID') !== 'S' || amount(tax, 'Percent').greaterThan(0))
}
