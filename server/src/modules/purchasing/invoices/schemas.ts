import { Type } from 'typebox'
import { defaultLocale, locales } from '#kernel/locale'
import { numberOf, quantitySchema } from '#kernel/quantity'
import { record } from '#kernel/record'
import { invoicedReferenceViews, viewInvoicedReferences } from '#modules/orders/line-references'
import { LineTaxView, TaxBreakdownView, viewBreakdown, viewLineTax } from '#modules/totals'
import { LinePriceView, MoneyView, viewLinePrice, viewMoney } from '#platform/http'
import {
  BankAccountView,
  ContactView,
  ElectronicAddressView,
  InvoiceProfileView,
  viewAccount,
} from './company-details/details-schemas.ts'
import {
  type Invoice,
  type InvoiceContent,
  type InvoiceParty,
  missingOf,
  type ReducedPart,
  type TaxAccounting,
} from './invoice.ts'

export const KindName = Type.Enum(['INVOICE', 'CREDIT_NOTE'])
export const StateName = Type.Enum(['WAITING', 'ISSUED', 'WAIVED'], {
  description:
    'WAITING: the supplier must first enter the details that `missing` names. WAIVED: a credit note that is not issued, because its goods were never invoiced.',
})
const Day = Type.String({ format: 'date' })

export const InvoiceParams = Type.Object({ invoiceId: Type.String({ maxLength: 64 }) })

const RegistrationView = record('Registration', 'A registration number of a company.', {
  number: Type.String(),
  label: Type.String({ description: 'The usual name of the number in its country.' }),
  scheme: Type.Optional(Type.String({ description: 'The register, as a code of ISO/IEC 6523.' })),
})

const PartyView = record('InvoiceParty', 'The seller or the buyer, as the invoice names them.', {
  companyId: Type.String(),
  name: Type.String(),
  vatId: Type.Optional(Type.String()),
  line1: Type.Optional(Type.String()),
  line2: Type.Optional(Type.String()),
  city: Type.Optional(Type.String()),
  postalCode: Type.Optional(Type.String()),
  region: Type.Optional(Type.String()),
  country: Type.String(),
  email: Type.Optional(Type.String()),
  electronicAddress: Type.Optional(ElectronicAddressView),
  contact: Type.Optional(ContactView),
  legalRegistration: Type.Optional(RegistrationView),
  taxRegistration: Type.Optional(RegistrationView),
})

const summaryFields = {
  id: Type.String(),
  kind: KindName,
  state: StateName,
  number: Type.Optional(
    Type.String({
      description: 'The number of the supplier for the document. The numbers have no gaps.',
    }),
  ),
  orderId: Type.String(),
  orderNumber: Type.Optional(
    Type.String({
      description:
        'The number of the purchase order: the part of the order that this supplier delivers. Documents from before numbers have none.',
    }),
  ),
  delivery: Type.Optional(
    Type.Integer({
      description: 'The number of the delivery of the order that the document is about, from 1.',
    }),
  ),
  poNumber: Type.Optional(Type.String()),
  supplierId: Type.String(),
  supplierName: Type.String({ description: 'The name that the document has for its supplier.' }),
  buyerId: Type.String(),
  issuedOn: Type.Optional(Day),
  dueOn: Type.Optional(Day),
  net: MoneyView,
  tax: MoneyView,
  total: MoneyView,
  missing: Type.Optional(Type.Array(Type.String())),
  language: Type.Enum([...locales], {
    description: 'The language of the original PDF. `?locale=` of its route answers a translation.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
}

const summaryExample = {
  id: 'inv_01m7xb82dw3khw78phh28dvacd',
  kind: 'INVOICE' as const,
  state: 'ISSUED' as const,
  number: 'INV-2026-000042',
  orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
  orderNumber: 'PO-2026-000123-1',
  poNumber: 'PO-4711',
  supplierId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  supplierName: 'Boltworks GmbH',
  buyerId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w2',
  issuedOn: '2026-01-02',
  dueOn: '2026-02-01',
  net: { amount: '100.00', currency: 'EUR' },
  tax: { amount: '19.00', currency: 'EUR' },
  total: { amount: '119.00', currency: 'EUR' },
  language: 'en' as const,
  createdAt: '2026-01-02T03:04:05.000Z',
}

export const InvoiceSummaryView = record(
  'InvoiceSummary',
  'An invoice or a credit note, without its lines.',
  summaryFields,
  { examples: [summaryExample] },
)

const partyExample = {
  companyId: 'co_01m7x9t0a3w4n5q6r7s8t9v0w1',
  name: 'Boltworks GmbH',
  vatId: 'DE123456789',
  line1: 'Werkstr. 1',
  city: 'Hagen',
  postalCode: '58095',
  country: 'DE',
}
const TaxAccountingView = record(
  'TaxAccounting',
  'The tax in the currency of the country that taxes. `amount` (BT-111) is absent where no rate was known on the day of supply.',
  {
    country: Type.String(),
    currency: Type.String({ description: 'The currency of the tax (BT-6).' }),
    amount: Type.Optional(MoneyView),
    exchangeRate: Type.Optional(
      Type.Object(
        {
          rate: Type.String({
            description: "The price of one unit of the document's currency in this currency.",
          }),
          rateSetId: Type.Optional(
            Type.String({
              description: 'Absent for reference rates, which are published once a day.',
            }),
          ),
          provider: Type.String({ description: '`ECB`, or the provider of exchange rates.' }),
          asOf: Type.String({ format: 'date-time' }),
        },
        {
          description:
            'The exchange rate. A credit note uses the rate of the invoice that it credits.',
        },
      ),
    ),
  },
)

const taxExample = {
  category: 'S' as const,
  rate: '19',
  amount: { amount: '19.00', currency: 'EUR' },
}

export const InvoiceView = record(
  'Invoice',
  'An invoice or a credit note.',
  {
    ...summaryFields,
    seller: PartyView,
    buyer: PartyView,
    shipTo: PartyView,
    orderedOn: Day,
    suppliedOn: Day,
    costCenter: Type.Optional(Type.String()),
    precedes: Type.Array(
      record('PrecedingInvoice', 'An invoice that this document refers to.', {
        number: Type.String(),
        issuedOn: Day,
      }),
      {
        description: 'The invoices that a credit note refers to.',
      },
    ),
    lines: Type.Array(
      record('InvoiceLine', 'A line of an invoice.', {
        lineNumber: Type.Integer(),
        sku: Type.Optional(
          Type.String({
            description: 'Absent for a price reduction, because it concerns no goods.',
          }),
        ),
        name: Type.String(),
        quantity: quantitySchema(),
        ...invoicedReferenceViews,
        ...LinePriceView,
        discount: MoneyView,
        net: MoneyView,
        tax: LineTaxView,
        parts: Type.Optional(
          Type.Array(
            record(
              'InvoiceReducedPart',
              'What a price reduction takes off one line of the order.',
              {
                lineNumber: Type.Optional(
                  Type.Integer({
                    description:
                      'The number of the line of the order. Absent for a shipping cost or a fee.',
                  }),
                ),
                net: MoneyView,
                tax: MoneyView,
              },
            ),
            {
              description:
                'The parts of a price reduction. Absent for goods, and in older documents.',
            },
          ),
        ),
      }),
    ),
    charges: Type.Array(
      record('InvoiceCharge', 'A charge on the invoice, such as shipping.', {
        name: Type.String(),
        kind: Type.Optional(
          Type.Literal('BELOW_MINIMUM', {
            description:
              'The fee for an order below the minimum of the supplier. Absent: a shipping cost.',
          }),
        ),
        amount: MoneyView,
        tax: LineTaxView,
      }),
    ),
    taxBreakdown: TaxBreakdownView,
    taxAccounting: Type.Optional(TaxAccountingView),
    prepaid: MoneyView,
    paymentMethod: Type.Enum(['card', 'invoice']),
    payTo: Type.Optional(BankAccountView),
    buyerReference: Type.Optional(
      Type.String({ description: 'The reference that the buyer wants on invoices (BT-10).' }),
    ),
    profile: Type.Optional(InvoiceProfileView),
    wantedProfile: Type.Optional(InvoiceProfileView),
    missingForProfile: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "The missing details because of which `profile` is not the buyer's choice (`wantedProfile`). The supplier enters `supplier.…`, the buyer enters `buyer.…`.",
      }),
    ),
  },
  {
    examples: [
      {
        ...summaryExample,
        seller: partyExample,
        buyer: { ...partyExample, name: 'Example GmbH', vatId: 'DE987654321' },
        shipTo: { ...partyExample, name: 'Example GmbH' },
        orderedOn: '2026-01-01',
        suppliedOn: '2026-01-02',
        precedes: [],
        lines: [
          {
            lineNumber: 1,
            sku: '1001',
            name: 'Hex bolt M8',
            quantity: 40,
            unitPrice: { amount: '2.50', currency: 'EUR' },
            basisPrice: { amount: '2.50', currency: 'EUR' },
            perQuantity: 1,
            unit: 'C62',
            discount: { amount: '0.00', currency: 'EUR' },
            net: { amount: '100.00', currency: 'EUR' },
            tax: taxExample,
          },
        ],
        charges: [],
        taxBreakdown: [{ ...taxExample, taxable: { amount: '100.00', currency: 'EUR' } }],
        prepaid: { amount: '0.00', currency: 'EUR' },
        paymentMethod: 'invoice' as const,
      },
    ],
  },
)

export function viewInvoiceSummary(invoice: Invoice): Type.Static<typeof InvoiceSummaryView> {
  const { number, issuedOn, dueOn, content } = invoice
  const missing = invoice.state === 'WAITING' ? missingOf(content) : []
  return {
    id: invoice.id,
    kind: invoice.kind,
    state: invoice.state,
    ...(number === undefined ? {} : { number }),
    orderId: invoice.orderId,
    ...(content.orderNumber === undefined ? {} : { orderNumber: content.orderNumber }),
    ...(invoice.delivery === undefined ? {} : { delivery: invoice.delivery }),
    ...(content.poNumber === undefined ? {} : { poNumber: content.poNumber }),
    supplierId: invoice.supplierCompanyId,
    supplierName: content.seller.name,
    buyerId: invoice.companyId,
    ...(issuedOn === undefined ? {} : { issuedOn }),
    ...(dueOn === undefined ? {} : { dueOn }),
    net: viewMoney(invoice.net),
    tax: viewMoney(invoice.tax),
    total: viewMoney(invoice.total),
    ...(missing.length === 0 ? {} : { missing }),
    language: content.language ?? defaultLocale,
    createdAt: invoice.createdAt.toISOString(),
  }
}

export function viewInvoice(invoice: Invoice): Type.Static<typeof InvoiceView> {
  const { content } = invoice
  return {
    ...viewInvoiceSummary(invoice),
    seller: viewParty(content.seller),
    buyer: viewParty(content.buyer),
    shipTo: viewParty(content.shipTo),
    orderedOn: content.orderedOn,
    suppliedOn: content.suppliedOn,
    ...(content.costCenter === undefined ? {} : { costCenter: content.costCenter }),
    precedes: content.precedes.map((one) => ({ ...one })),
    lines: content.lines.map(
      ({ unitPrice, unit, discount, net, tax, parts, gross: _, ...line }) => ({
        lineNumber: line.lineNumber,
        ...(line.sku === undefined ? {} : { sku: line.sku }),
        name: line.name,
        quantity: numberOf(line.quantity),
        ...viewInvoicedReferences(line),
        ...viewLinePrice(unitPrice, unit),
        discount: viewMoney(discount),
        net: viewMoney(net),
        tax: viewLineTax(tax),
        ...(parts && { parts: parts.map(viewPart) }),
      }),
    ),
    charges: content.charges.map(({ name, kind, amount, tax }) => ({
      name,
      ...(kind && { kind }),
      amount: viewMoney(amount),
      tax: viewLineTax(tax),
    })),
    taxBreakdown: viewBreakdown(content.breakdown),
    ...(content.taxAccounting ? { taxAccounting: viewAccounting(content.taxAccounting) } : {}),
    prepaid: viewMoney(content.prepaid),
    paymentMethod: content.paymentMethod,
    ...(content.payTo ? { payTo: viewAccount(content.payTo) } : {}),
    ...(content.buyerReference === undefined ? {} : { buyerReference: content.buyerReference }),
    ...(content.profile ? viewProfile(content) : {}),
  }
}

function viewAccounting({ converted, ...facts }: TaxAccounting) {
  if (!converted) return facts
  const { amount, rateSetId, ...rate } = converted
  const exchangeRate = { ...rate, ...(rateSetId === undefined ? {} : { rateSetId }) }
  return { ...facts, amount: viewMoney(amount), exchangeRate }
}

function viewProfile({ profile, wantedProfile, missingForProfile = [] }: InvoiceContent) {
  return {
    ...(profile ? { profile } : {}),
    ...(wantedProfile && wantedProfile !== profile ? { wantedProfile } : {}),
    ...(missingForProfile.length > 0 ? { missingForProfile: [...missingForProfile] } : {}),
  }
}

function viewParty(party: InvoiceParty): Type.Static<typeof PartyView> {
  const { companyId, name, country, ...rest } = party
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return { companyId, name, country, ...(Object.fromEntries(given) as object) }
}

function viewPart({ lineNumber, net, tax }: ReducedPart) {
  return {
    ...(lineNumber !== undefined && { lineNumber }),
    net: viewMoney(net),
    tax: viewMoney(tax),
  }
}
