import { Decimal } from 'decimal.js'
import { all, type Node, parseXml, text } from './xml-nodes.fixture.ts'

export { parseXml } from './xml-nodes.fixture.ts'

const amount = (node: Node | undefined, path: string) => new Decimal(text(node, path) || 0)
const isCharge = (node: Node) => ['true', '1'].includes(text(node, 'ChargeIndicator') ?? '')
const sum = (nodes: readonly Node[], path: string) =>
  nodes.reduce((total, node) => total.plus(amount(node, path)), new Decimal(0))

/**
 * The rules of EN 16931-1 (6.4) that a document of ours can break, by their names. They are written from the norm and
 * tested on its published examples, so that our writer does not judge itself.
 */
export function brokenRules(xml: string): string[] {
  const root = parseXml(xml)
  const broken: string[] = []
  const check = (rule: string, holds: boolean) => {
    if (!holds) broken.push(rule)
  }
  const isCredit = root.name === 'CreditNote'
  const seller = all(root, 'AccountingSupplierParty/Party')[0]
  const buyer = all(root, 'AccountingCustomerParty/Party')[0]
  check('BR-01', !!text(root, 'CustomizationID'))
  check('BR-02', !!text(root, 'ID'))
  check('BR-03', /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text(root, 'IssueDate') ?? ''))
  check('BR-04', !!text(root, isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode'))
  check('BR-05', /^[A-Z]{3}$/.test(text(root, 'DocumentCurrencyCode') ?? ''))
  check('BR-06', !!text(seller, 'PartyLegalEntity/RegistrationName'))
  check('BR-07', !!text(buyer, 'PartyLegalEntity/RegistrationName'))
  check('BR-08', all(seller, 'PostalAddress').length === 1)
  check('BR-10', all(buyer, 'PostalAddress').length === 1)
  check('BR-09', /^[A-Z]{2}$/.test(text(seller, 'PostalAddress/Country/IdentificationCode') ?? ''))
  check('BR-11', /^[A-Z]{2}$/.test(text(buyer, 'PostalAddress/Country/IdentificationCode') ?? ''))
  const lines = all(root, isCredit ? 'CreditNoteLine' : 'InvoiceLine')
  check('BR-16', lines.length > 0)
  lines.forEach((line) => {
    checkLine(line, isCredit, check)
  })
  checkTotals(root, lines, check)
  checkTax(root, lines, seller, buyer, check)
  checkTaxCurrency(root, check)
  checkPayment(root, check)
  return broken
}

type Check = (rule: string, holds: boolean) => void

function checkLine(line: Node, isCredit: boolean, check: Check): void {
  const quantity = all(line, isCredit ? 'CreditedQuantity' : 'InvoicedQuantity')[0]
  check('BR-21', !!text(line, 'ID'))
  check('BR-22', !!quantity)
  check('BR-23', !!quantity?.attributes.unitCode)
  check('BR-24', text(line, 'LineExtensionAmount') !== undefined)
  check('BR-25', !!text(line, 'Item/Name'))
  check('BR-26', text(line, 'Price/PriceAmount') !== undefined)
  check('BR-27', !amount(line, 'Price/PriceAmount').isNegative())
  check('BR-CO-04', !!text(line, 'Item/ClassifiedTaxCategory/ID'))
  const allowances = all(line, 'AllowanceCharge')
  check(
    'BR-42',
    allowances.every(
      (one) => !!text(one, 'AllowanceChargeReasonCode') || !!text(one, 'AllowanceChargeReason'),
    ),
  )
}

function checkTotals(root: Node, lines: readonly Node[], check: Check): void {
  const totals = all(root, 'LegalMonetaryTotal')[0]
  const own = all(root, 'AllowanceCharge')
  const charges = own.filter((one) => isCharge(one))
  const allowances = own.filter((one) => !isCharge(one))
  const lineSum = amount(totals, 'LineExtensionAmount')
  const chargeSum = sum(charges, 'Amount')
  const allowanceSum = sum(allowances, 'Amount')
  const exclusive = amount(totals, 'TaxExclusiveAmount')
  const inclusive = amount(totals, 'TaxInclusiveAmount')
  const tax = amount(root, 'TaxTotal/TaxAmount')
  check('BR-CO-10', lineSum.equals(sum(lines, 'LineExtensionAmount')))
  check('BR-CO-11', amount(totals, 'AllowanceTotalAmount').equals(allowanceSum))
  check('BR-CO-12', amount(totals, 'ChargeTotalAmount').equals(chargeSum))
  check('BR-CO-13', exclusive.equals(lineSum.minus(allowanceSum).plus(chargeSum)))
  check('BR-CO-15', inclusive.equals(exclusive.plus(tax)))
  const payable = amount(totals, 'PayableAmount')
  const due = inclusive
    .minus(amount(totals, 'PrepaidAmount'))
    .plus(amount(totals, 'PayableRoundingAmount'))
  check('BR-CO-16', payable.equals(due))
  const isCredit = root.name === 'CreditNote'
  const saysWhen = !!text(root, 'DueDate') || !!text(root, 'PaymentTerms/Note')
  check('BR-CO-25', isCredit || !payable.greaterThan(0) || saysWhen)
  const decimals = all(totals, 'PayableAmount')[0]?.text.split('.')[1]?.length ?? 0
  check('BR-DEC-18', decimals <= 2)
}

/** BG-16 and the identifiers of the seller. */
function checkPayment(root: Node, check: Check): void {
  const seller = all(root, 'AccountingSupplierParty/Party')[0]
  for (const means of all(root, 'PaymentMeans')) {
    const code = text(means, 'PaymentMeansCode')
    check('BR-49', !!code)
    const isTransfer = code === '30' || code === '58'
    check('BR-61', !isTransfer || !!text(means, 'PayeeFinancialAccount/ID'))
  }
  for (const address of all(root, 'AccountingSupplierParty/Party/EndpointID'))
    check('BR-62', !!address.attributes.schemeID)
  for (const address of all(root, 'AccountingCustomerParty/Party/EndpointID'))
    check('BR-63', !!address.attributes.schemeID)
  const vatIds = all(seller, 'PartyTaxScheme')
    .filter((one) => text(one, 'TaxScheme/ID') === 'VAT')
    .flatMap((one) => text(one, 'CompanyID') ?? [])
  check(
    'BR-CO-09',
    vatIds.every((id) => /^[A-Z]{2}/.test(id)),
  )
  const known = [text(seller, 'PartyIdentification/ID'), text(seller, 'PartyLegalEntity/CompanyID')]
  check('BR-CO-26', [...known, ...vatIds].some(Boolean))
}

/** BT-6 and BT-111. The last two rules belong to Peppol BIS Billing 3. */
function checkTaxCurrency(root: Node, check: Check): void {
  const currency = text(root, 'TaxCurrencyCode')
  const ofDocument = text(root, 'DocumentCurrencyCode')
  const stated = all(root, 'TaxTotal/TaxAmount')
  const accounted = stated.filter(({ attributes }) => attributes.currencyID === currency)
  check('BR-53', currency === undefined || accounted.length === 1)
  check(
    'BR-DEC-15',
    accounted.every((one) => (one.text.split('.')[1]?.length ?? 0) <= 2),
  )
  check('PEPPOL-EN16931-R005', currency !== ofDocument)
  check('PEPPOL-EN16931-R054', stated.length === (currency === undefined ? 1 : 2))
}

function checkTax(
  root: Node,
  lines: readonly Node[],
  seller: Node | undefined,
  buyer: Node | undefined,
  check: Check,
): void {
  const shares = all(root, 'TaxTotal/TaxSubtotal')
  const tax = amount(root, 'TaxTotal/TaxAmount')
  check('BR-CO-18', shares.length > 0)
  check('BR-CO-14', tax.equals(sum(shares, 'TaxAmount')))
  const charges = all(root, 'AllowanceCharge')
  for (const share of shares) {
    const id = text(share, 'TaxCategory/ID') ?? ''
    const rate = amount(share, 'TaxCategory/Percent')
    const taxable = amount(share, 'TaxableAmount')
    const isAlike = (category: Node | undefined) =>
      text(category, 'ID') === id && amount(category, 'Percent').equals(rate)
    const alike = sum(
      lines.filter((line) => isAlike(all(line, 'Item/ClassifiedTaxCategory')[0])),
      'LineExtensionAmount',
    )
    const signed = charges
      .filter((one) => isAlike(all(one, 'TaxCategory')[0]))
      .reduce((total, one) => {
        const value = amount(one, 'Amount')
        return isCharge(one) ? total.plus(value) : total.minus(value)
      }, new Decimal(0))
    check(`BR-${id}-08`, taxable.equals(alike.plus(signed)))
    // The published rules allow a difference of one unit of the currency, because taxes may be rounded by line.
    const expected = taxable.times(rate).div(100)
    check(`BR-${id}-09`, amount(share, 'TaxAmount').minus(expected).abs().lessThan(1))
    if (['Z', 'E', 'K', 'G', 'O', 'AE'].includes(id)) {
      check(`BR-${id}-09`, amount(share, 'TaxAmount').isZero())
    }
    const reason =
      text(share, 'TaxCategory/TaxExemptionReasonCode') ||
      text(share, 'TaxCategory/TaxExemptionReason')
    if (['E', 'K', 'G', 'O', 'AE'].includes(id)) check(`BR-${id}-10`, !!reason)
    if (['S', 'Z'].includes(id)) check(`BR-${id}-10`, !reason)
    if (id !== 'O') check(`BR-${id}-02`, !!text(seller, 'PartyTaxScheme/CompanyID'))
    if (id === 'K') check('BR-IC-02', !!text(buyer, 'PartyTaxScheme/CompanyID'))
    if (id === 'K') check('BR-IC-11', !!text(root, 'Delivery/ActualDeliveryDate'))
    if (id === 'K') {
      check(
        'BR-IC-12',
        !!text(root, 'Delivery/DeliveryLocation/Address/Country/IdentificationCode'),
      )
    }
  }
}
