import { decimalOf, type Money, money, sumOf } from '#kernel/money'
import { numberOf } from '#kernel/quantity'
import { invoicedReferences } from '#modules/orders/line-references'
import type { LineTax, TaxShare } from '#modules/totals'
import { reasonCodeOf } from '../charge-of.ts'
import type { Invoice, InvoiceCharge, InvoiceContent, InvoiceLine } from '../invoice.ts'
import { rateNote, reasonOf } from '../tax-words.ts'
import { paymentMeans } from './payment-means.ts'
import { businessProcess, customizationOf } from './profiles.ts'
import { address, ublParty, vatScheme } from './ubl-party.ts'
import { optionalXml, writeXml, type Xml, xml } from './xml.ts'

/**
 * An issued document as UBL 2.1 in its profile of EN 16931-1:2017 (syntax binding CEN/TS 16931-3-2). The comments name
 * the business terms of the norm. Documents older than profiles have none, and their text does not change.
 */
export function writeUbl(invoice: Invoice): string {
  const isCredit = invoice.kind === 'CREDIT_NOTE'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  const { content } = invoice
  const prepaid = content.prepaid.amountMinor > 0n ? content.prepaid : undefined
  const accounted = content.taxAccounting?.converted?.amount
  const { orderNumber = content.orderId } = content
  return writeXml(
    xml(
      root,
      [
        xml('cbc:CustomizationID', customizationOf(content.profile ?? 'EN16931')), // BT-24
        content.profile && xml('cbc:ProfileID', businessProcess), // BT-23
        xml('cbc:ID', invoice.number ?? ''), // BT-1
        xml('cbc:IssueDate', invoice.issuedOn ?? ''), // BT-2
        isCredit ? undefined : optionalXml('cbc:DueDate', invoice.dueOn), // BT-9
        isCredit ? xml('cbc:CreditNoteTypeCode', '381') : xml('cbc:InvoiceTypeCode', '380'), // BT-3
        optionalXml('cbc:Note', rateNote(invoice)), // BT-22
        xml('cbc:DocumentCurrencyCode', invoice.total.currency), // BT-5
        optionalXml('cbc:TaxCurrencyCode', accounted?.currency), // BT-6
        optionalXml('cbc:AccountingCost', content.costCenter), // BT-19
        // BT-10: bookkeepers look for it first.
        optionalXml('cbc:BuyerReference', content.buyerReference ?? content.poNumber),
        xml('cac:OrderReference', [
          xml('cbc:ID', content.poNumber ?? orderNumber), // BT-13
          content.poNumber === undefined ? undefined : xml('cbc:SalesOrderID', orderNumber), // BT-14
        ]),
        ...content.precedes.map(precedingInvoice),
        xml('cac:AccountingSupplierParty', [ublParty(content.seller, content)]), // BG-4
        xml('cac:AccountingCustomerParty', [ublParty(content.buyer, content)]), // BG-7
        delivery(invoice),
        paymentMeans(invoice),
        ...content.charges.map((one) => charge(one)),
        taxTotal(invoice),
        accounted && xml('cac:TaxTotal', [amount('cbc:TaxAmount', accounted)]), // BT-111
        totals(invoice, prepaid),
        ...content.lines.map((line) => lineOf(line, isCredit, content.profile !== undefined)),
      ],
      {
        xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
        'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
        'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
      },
    ),
  )
}

function amount(name: string, value: Money): Xml {
  return xml(name, decimalOf(value), { currencyID: value.currency })
}

/** BG-3. */
function precedingInvoice({
  number,
  issuedOn,
}: {
  readonly number: string
  readonly issuedOn: string
}): Xml {
  return xml('cac:BillingReference', [
    xml('cac:InvoiceDocumentReference', [xml('cbc:ID', number), xml('cbc:IssueDate', issuedOn)]),
  ])
}

/** BG-13: where and when the goods were supplied. */
function delivery({ content: { shipTo, suppliedOn } }: Invoice): Xml {
  return xml('cac:Delivery', [
    xml('cbc:ActualDeliveryDate', suppliedOn), // BT-72
    xml('cac:DeliveryLocation', [address('cac:Address', shipTo)]), // BG-15
    xml('cac:DeliveryParty', [xml('cac:PartyName', [xml('cbc:Name', shipTo.name)])]), // BT-70
  ])
}

/** BG-21. */
function charge({ name, kind, amount: value, tax }: InvoiceCharge): Xml {
  return xml('cac:AllowanceCharge', [
    xml('cbc:ChargeIndicator', 'true'),
    xml('cbc:AllowanceChargeReasonCode', reasonCodeOf({ kind })), // BT-105
    xml('cbc:AllowanceChargeReason', name), // BT-104
    amount('cbc:Amount', value), // BT-99
    category('cac:TaxCategory', tax), // BT-102, BT-103
  ])
}

function taxTotal({ tax, content }: Invoice): Xml {
  const { breakdown } = content
  return xml('cac:TaxTotal', [
    amount('cbc:TaxAmount', tax), // BT-110
    ...breakdown.map((share) =>
      xml('cac:TaxSubtotal', [
        amount('cbc:TaxableAmount', share.taxable), // BT-116
        amount('cbc:TaxAmount', share.amount), // BT-117
        category('cac:TaxCategory', share, content), // BT-118, BT-119
      ]),
    ),
  ])
}

/** The tax exemption reason stands only in the breakdown, which passes the content of the document. */
function category(
  name: string,
  { category: id, rate, reasonCode }: Omit<LineTax, 'amount'> | TaxShare,
  breakdownOf?: InvoiceContent,
): Xml {
  const withReason = breakdownOf !== undefined
  // BR-DE-14 requires a rate also for amounts outside of the scope of the tax.
  const hasRate = id !== 'O' || breakdownOf?.profile === 'XRECHNUNG_3'
  return xml(name, [
    xml('cbc:ID', id),
    hasRate ? xml('cbc:Percent', rate) : undefined,
    withReason ? optionalXml('cbc:TaxExemptionReasonCode', reasonCode) : undefined, // BT-121
    withReason && !reasonCode
      ? optionalXml('cbc:TaxExemptionReason', reasonOf({ category: id }))
      : undefined, // BT-120
    vatScheme(),
  ])
}

/** BG-22. */
function totals({ net, total, content }: Invoice, prepaid: Money | undefined): Xml {
  const { currency } = total
  const lines = sumOf(
    content.lines.map((line) => line.net),
    currency,
  )
  const charges = sumOf(
    content.charges.map((one) => one.amount),
    currency,
  )
  const payable = money(total.amountMinor - (prepaid?.amountMinor ?? 0n), currency)
  return xml('cac:LegalMonetaryTotal', [
    amount('cbc:LineExtensionAmount', lines), // BT-106
    amount('cbc:TaxExclusiveAmount', net), // BT-109
    amount('cbc:TaxInclusiveAmount', total), // BT-112
    charges.amountMinor > 0n ? amount('cbc:ChargeTotalAmount', charges) : undefined, // BT-108
    prepaid ? amount('cbc:PrepaidAmount', prepaid) : undefined, // BT-113
    amount('cbc:PayableAmount', payable), // BT-115
  ])
}

/** BG-25. */
function lineOf(line: InvoiceLine, isCredit: boolean, hasProfile: boolean): Xml {
  const { lineNumber, sku, name, quantity, unitPrice, unit, gross, discount, net, tax } = line
  const { notes, costCenter } = referencesIn(line)
  return xml(isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine', [
    xml('cbc:ID', String(lineNumber)), // BT-126
    notes.length === 0 ? undefined : xml('cbc:Note', notes.join('\n')), // BT-127, at most once
    xml(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', String(numberOf(quantity)), {
      unitCode: unit,
    }), // BT-129, BT-130
    amount('cbc:LineExtensionAmount', net), // BT-131
    optionalXml('cbc:AccountingCost', costCenter), // BT-133
    sku === undefined
      ? undefined
      : xml('cac:OrderLineReference', [xml('cbc:LineID', String(lineNumber))]), // BT-132
    discount.amountMinor > 0n
      ? xml('cac:AllowanceCharge', [
          xml('cbc:ChargeIndicator', 'false'),
          xml('cbc:AllowanceChargeReasonCode', '95'), // BT-140, of UNTDID 5189: discount
          amount('cbc:Amount', discount), // BT-136
          // BT-137. PEPPOL-EN16931-R042 allows it only with a percentage; older documents stay as they were.
          hasProfile ? undefined : amount('cbc:BaseAmount', gross),
        ])
      : undefined,
    xml('cac:Item', [
      xml('cbc:Name', name), // BT-153
      sku === undefined ? undefined : xml('cac:SellersItemIdentification', [xml('cbc:ID', sku)]), // BT-155
      category('cac:ClassifiedTaxCategory', tax), // BT-151, BT-152
    ]),
    xml('cac:Price', [
      xml('cbc:PriceAmount', decimalOf(unitPrice), { currencyID: net.currency }), // BT-146
      unitPrice.perQuantity === 1
        ? undefined
        : xml('cbc:BaseQuantity', String(unitPrice.perQuantity), { unitCode: unit }), // BT-149, BT-150
    ]),
  ])
}

/** What the buyer says about the line, each where its entry says. */
function referencesIn(line: InvoiceLine) {
  const notes: string[] = []
  const elements: Record<string, string> = {}
  for (const { key, ubl } of invoicedReferences) {
    const value = line[key]
    if (value === undefined || !ubl) continue
    if (typeof ubl === 'string') elements[ubl] = value
    else notes.push(ubl(value))
  }
  return { notes, costCenter: elements['cbc:AccountingCost'] }
}
