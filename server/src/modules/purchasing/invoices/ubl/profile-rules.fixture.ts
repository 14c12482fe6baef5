import { Decimal } from 'decimal.js'
import { all, type Node, parseXml, text } from './xml-nodes.fixture.ts'

type Check = (rule: string, holds: boolean) => void

/**
 * The rules of Peppol BIS Billing 3.0 (PEPPOL-EN16931-R*, with the national rules that our documents meet) and of
 * XRechnung 3.0 (BR-DE-*) that a document of ours can break. `as` replaces the document's own specification identifier.
 * Returns the names of the broken rules.
 */
export function brokenProfileRules(xml: string, as?: 'peppol' | 'xrechnung'): string[] {
  const root = parseXml(xml)
  const broken: string[] = []
  const check: Check = (rule, holds) => {
    if (!holds) broken.push(rule)
  }
  const identifier = text(root, 'CustomizationID') ?? ''
  const isPeppol =
    as === 'peppol' || identifier.includes('#urn:fdc:peppol.eu:2017:poacc:billing:3.0')
  const isXRechnung = as === 'xrechnung' || identifier.includes(':xrechnung_3.0')
  const countries = ['Supplier', 'Customer'].map((side) =>
    text(root, `Accounting${side}Party/Party/PostalAddress/Country/IdentificationCode`),
  )
  if (isPeppol || isXRechnung) checkShared(root, check)
  if (isPeppol) {
    check('R004', identifier === `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`)
    checkNational(root, countries, check)
  }
  if (isXRechnung) {
    check('BR-DE-21', identifier === `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`)
    for (const share of all(root, 'TaxTotal/TaxSubtotal'))
      check('BR-DE-14', !!text(share, 'TaxCategory/Percent'))
  }
  if (isXRechnung || (isPeppol && countries.join() === 'DE,DE')) checkGerman(root, check)
  return broken
}

const core = 'urn:cen.eu:en16931:2017'

/** Rules of Peppol that XRechnung 3.0 has adopted. */
function checkShared(root: Node, check: Check): void {
  const process = text(root, 'ProfileID') ?? ''
  check('R001', process !== '')
  check('R007', /^urn:fdc:peppol\.eu:2017:poacc:billing:[0-9]{2}:1\.0$/.test(process))
  check('R002', all(root, 'Note').length <= 1)
  check('R003', !!text(root, 'BuyerReference') || !!text(root, 'OrderReference/ID'))
  check('R008', emptyIn(root) === 0)
  check('R010', !!text(root, 'AccountingCustomerParty/Party/EndpointID'))
  check('R020', !!text(root, 'AccountingSupplierParty/Party/EndpointID'))
  const totals = all(root, 'TaxTotal')
  const withShares = totals.filter((one) => all(one, 'TaxSubtotal').length > 0)
  check('R053', withShares.length === 1)
  check('R054', totals.length - withShares.length === all(root, 'TaxCurrencyCode').length)
  const lines = [...all(root, 'InvoiceLine'), ...all(root, 'CreditNoteLine')]
  for (const charge of [root, ...lines].flatMap((one) => all(one, 'AllowanceCharge'))) {
    const [base, factor] = [text(charge, 'BaseAmount'), text(charge, 'MultiplierFactorNumeric')]
    check('R041', factor === undefined || base !== undefined)
    check('R042', base === undefined || factor !== undefined)
    check('R043', ['true', 'false'].includes(text(charge, 'ChargeIndicator') ?? ''))
  }
  const currency = text(root, 'DocumentCurrencyCode')
  const amounts = [...lines, ...all(root, 'LegalMonetaryTotal')].flatMap((one) => one.children)
  for (const { attributes } of amounts)
    check('R051', attributes.currencyID === undefined || attributes.currencyID === currency)
  for (const line of lines) checkLine(line, check)
}

function checkLine(line: Node, check: Check): void {
  const number = (path: string, otherwise = 0) => new Decimal(text(line, path) ?? otherwise)
  const quantity =
    all(line, 'InvoicedQuantity').length > 0 ? 'InvoicedQuantity' : 'CreditedQuantity'
  const off = all(line, 'AllowanceCharge').reduce((sum, one) => {
    const amount = new Decimal(text(one, 'Amount') ?? 0)
    return text(one, 'ChargeIndicator') === 'true' ? sum.minus(amount) : sum.plus(amount)
  }, new Decimal(0))
  const gross = number(quantity)
    .times(number('Price/PriceAmount'))
    .div(number('Price/BaseQuantity', 1))
  const net = number('LineExtensionAmount')
  check('R120', net.minus(gross.minus(off)).abs().lessThanOrEqualTo('0.02'))
  check('R100', all(line, 'DocumentReference').length <= 1)
}

function checkNational(root: Node, [seller, buyer]: (string | undefined)[], check: Check): void {
  const party = all(root, 'AccountingSupplierParty/Party')[0]
  const [registered] = all(party, 'PartyLegalEntity/CompanyID')
  const scheme = registered?.attributes.schemeID
  const codes = all(root, 'PaymentMeans/PaymentMeansCode').map((one) => one.text.trim())
  if (seller === 'DK') check('DK-R-002', !!registered)
  if (seller === 'DK') check('DK-R-014', scheme === '0184')
  if (seller === 'DK' && buyer === 'DK')
    check(
      'DK-R-013',
      all(party, 'PartyIdentification/ID').every((one) => !!one.attributes.schemeID),
    )
  if (seller === 'NL') {
    const place = all(party, 'PostalAddress')[0]
    check(
      'NL-R-002',
      ['StreetName', 'CityName', 'PostalZone'].every((one) => !!text(place, one)),
    )
    check('NL-R-003', !registered || ['0106', '0190'].includes(scheme ?? ''))
    const isCredit = root.name === 'CreditNote'
    check('NL-R-001', !isCredit || !!text(root, 'BillingReference/InvoiceDocumentReference/ID'))
    check(
      'NL-R-008',
      codes.every((code) => ['30', '48', '49', '57', '58', '59'].includes(code)),
    )
  }
}

function checkGerman(root: Node, check: Check): void {
  const seller = all(root, 'AccountingSupplierParty/Party')[0]
  const buyer = all(root, 'AccountingCustomerParty/Party')[0]
  const means = all(root, 'PaymentMeans')
  check('BR-DE-1', means.length > 0)
  check('BR-DE-2', all(seller, 'Contact').length === 1)
  check('BR-DE-3', !!text(seller, 'PostalAddress/CityName'))
  check('BR-DE-4', !!text(seller, 'PostalAddress/PostalZone'))
  check('BR-DE-5', !!text(seller, 'Contact/Name'))
  check('BR-DE-6', !!text(seller, 'Contact/Telephone'))
  check('BR-DE-7', !!text(seller, 'Contact/ElectronicMail'))
  check('BR-DE-8', !!text(buyer, 'PostalAddress/CityName'))
  check('BR-DE-9', !!text(buyer, 'PostalAddress/PostalZone'))
  check('BR-DE-10', !!text(root, 'Delivery/DeliveryLocation/Address/CityName'))
  check('BR-DE-11', !!text(root, 'Delivery/DeliveryLocation/Address/PostalZone'))
  check('BR-DE-15', !!text(root, 'BuyerReference'))
  check('BR-DE-16', !!text(seller, 'PartyTaxScheme/CompanyID'))
  const type = text(root, 'InvoiceTypeCode') ?? text(root, 'CreditNoteTypeCode') ?? ''
  check('BR-DE-17', ['326', '380', '384', '389', '381', '875', '876', '877'].includes(type))
  check('BR-DE-27', (text(seller, 'Contact/Telephone')?.match(/[0-9]/g)?.length ?? 0) >= 3)
  check(
    'BR-DE-28',
    /^[^@\s]{2,}@[^@\s.][^@\s]*[^@\s.]$/.test(text(seller, 'Contact/ElectronicMail') ?? ''),
  )
  for (const one of means) {
    const code = text(one, 'PaymentMeansCode') ?? ''
    const account = text(one, 'PayeeFinancialAccount/ID')
    const isTransfer = ['30', '58'].includes(code)
    check('BR-DE-19', code !== '58' || isIban(account ?? ''))
    check('BR-DE-23-a', !isTransfer || !!account)
    check('BR-DE-23-b', !isTransfer || all(one, 'CardAccount').length === 0)
    check('BR-DE-24-a', !['48', '54', '55'].includes(code) || all(one, 'CardAccount').length === 1)
  }
}

/** ISO 13616 in plain integer arithmetic, so that our own check does not judge itself. */
function isIban(account: string): boolean {
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{0,30}$/.test(account)) return false
  const turned = account.slice(4) + account.slice(0, 4)
  const digits = Array.from(turned, (one) => Number.parseInt(one, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

function emptyIn({ children, text: content }: Node): number {
  if (children.length === 0) return content.trim() === '' ? 1 : 0
  return children.reduce((count, child) => count + emptyIn(child), 0)
}
