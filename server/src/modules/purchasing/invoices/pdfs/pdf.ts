import { buffer } from 'node:stream/consumers'
import { defaultLocale, type Locale } from '#kernel/locale'
import type { Money } from '#kernel/money'
import { invoicedReferences, type ReferenceLabel } from '#modules/orders/line-references'
import type { TaxShare } from '#modules/totals'
import { formatQuantity } from '#platform/locale'
import { unitLabel } from '#platform/units'
import { spacedIban } from '../company-details/bank-account.ts'
import type { Invoice, InvoiceContent, InvoiceLine } from '../invoice.ts'
import { rateNote, reasonOf } from '../tax-words.ts'
import { type Writer, writerIn } from './document-writer.ts'
import {
  attach,
  bottom,
  type Fact,
  margin,
  openPdf,
  type Pdf,
  pageNumbers,
  picturesOf,
  row,
  rule,
  sumHeight,
  width,
  writeFacts,
  writeParties,
  writeSums,
} from './layout.ts'
import { readableIn, unshown } from './readable.ts'
import type { RenderAs } from './render-pdf.ts'

/**
 * An issued document on A4, for people: PDF/A-3 (ISO 19005-3), tagged, with embedded fonts. The original has the language of the
 * buyer, and contains the UBL of the same document, so that the file alone is enough to book it. A translation says on each page
 * that it is one.
 */
export async function writePdf(invoice: Invoice, as: RenderAs): Promise<Buffer> {
  const { number = '', issuedAt = invoice.createdAt } = invoice
  const own = invoice.content.language ?? defaultLocale
  const translation = 'translation' in as ? as.translation : undefined
  const writer = writerIn(translation ?? own)
  const name = `${nameOf(invoice, writer)} ${number}`
  const title = translation ? writer.label('translation_of', { document: name }) : name
  const pdf = await openPdf(writer, { title, author: invoice.content.seller.name, at: issuedAt })
  if ('ubl' in as) attach(pdf, as.ubl, { name: `${number}.xml`, issuedAt }, writer)
  const { content, isWhole } = readableIn(picturesOf(pdf), invoice.content)
  const readable = { ...invoice, content }
  head(pdf, readable, title, writer)
  if (translation) translationNote(pdf, { number, own }, writer)
  parties(pdf, readable, writer)
  lines(pdf, readable, writer)
  writeInvoiceSums(pdf, readable, writer)
  payment(pdf, readable, writer)
  writeRemarks(pdf, readable, { isWhole, isTranslation: translation !== undefined }, writer)
  pageNumbers(pdf, title, writer)
  const written = buffer(pdf)
  pdf.end()
  return written
}

/** Which document is the legal one, and its language in the language of the reader. */
function translationNote(
  pdf: Pdf,
  { number, own }: { readonly number: string; readonly own: Locale },
  { label }: Writer,
): void {
  const note = label('translation_note', { number, language: label(`language.${own}`) })
  pdf.moveDown(0.7).font('bold').fontSize(9).fillColor('#111').text(note, margin, pdf.y, { width })
}

function nameOf({ kind }: Invoice, { label }: Writer): string {
  return label(kind === 'INVOICE' ? 'invoice' : 'credit_note')
}

function head(pdf: Pdf, invoice: Invoice, title: string, { label, day }: Writer): void {
  const { content, issuedOn = '', dueOn } = invoice
  const { orderNumber = content.orderId } = content
  pdf.font('bold').fontSize(18).fillColor('#111').text(title, margin, margin)
  pdf.moveDown(0.5)
  writeFacts(pdf, [
    [label('date'), issuedOn && day(issuedOn)],
    [label('supplied_on'), day(content.suppliedOn)],
    [label('due_on'), dueOn && day(dueOn)],
    [label('order'), label('order_of', { order: orderNumber, date: day(content.orderedOn) })],
    [label('your_reference'), content.buyerReference ?? content.poNumber],
    [label('your_order'), content.buyerReference === undefined ? undefined : content.poNumber],
    [label('cost_center'), content.costCenter],
    [
      label('takes_back'),
      content.precedes.length > 0
        ? content.precedes.map(({ number }) => number).join(', ')
        : undefined,
    ],
  ])
}

function parties(
  pdf: Pdf,
  { content: { seller, buyer, shipTo } }: Invoice,
  { label }: Writer,
): void {
  const all = [
    [label('from'), seller],
    [label('to'), buyer],
    [label('delivered_to'), shipTo],
  ] as const
  writeParties(pdf, all, label)
}

function lines(pdf: Pdf, { content }: Invoice, writer: Writer): void {
  const headings = headingsIn(writer)
  headings(pdf)
  for (const line of content.lines) row(pdf, lineCells(line, writer), 'text', headings)
  for (const { name, amount, tax } of content.charges) {
    const cells = ['', name, '', '', `${writer.decimal(tax.rate)} %`, writer.amount(amount)]
    row(pdf, cells, 'text', headings)
  }
  rule(pdf)
}

/** The headings of the columns, on each page. */
export function headingsIn(writer: Writer): (pdf: Pdf) => void {
  const names = (['item', 'quantity', 'price', 'vat', 'net'] as const).map((key) =>
    writer.label(key),
  )
  return (pdf) => {
    row(pdf, ['', ...names], 'bold', () => undefined)
    rule(pdf)
  }
}

function lineCells(line: InvoiceLine, { label, amount, decimal, locale }: Writer): string[] {
  const { lineNumber, name, sku, quantity, unitPrice, unit, discount, net, tax } = line
  const { perQuantity } = unitPrice
  const references = invoicedReferences.map(({ key, label: text }) =>
    text && line[key] ? label(text as ReferenceLabel, { [key]: line[key] }) : undefined,
  )
  const off =
    discount.amountMinor > 0n ? `\n${label('line_discount', { amount: amount(discount) })}` : ''
  return [
    String(lineNumber),
    [sku === undefined ? label('reduction') : name, sku, ...references].filter(Boolean).join('\n') +
      off,
    // A reduction has no goods and therefore no unit.
    sku === undefined
      ? formatQuantity(locale, quantity)
      : `${formatQuantity(locale, quantity)} ${unitLabel(unit, locale)}`,
    amount(unitPrice) + (perQuantity === 1 ? '' : `\n${label('per', { quantity: perQuantity })}`),
    `${decimal(tax.rate)} %`,
    amount(net),
  ]
}

function writeInvoiceSums(pdf: Pdf, { net, tax, total, content }: Invoice, writer: Writer): void {
  const { label } = writer
  const { prepaid, breakdown } = content
  const due = { ...total, amountMinor: total.amountMinor - prepaid.amountMinor }
  const all: [string, Money, 'text' | 'bold'][] = [
    [label('net'), net, 'text'],
    ...breakdown.map(
      (share) => [taxName(share, writer), share.amount, 'text'] as [string, Money, 'text'],
    ),
    ...(breakdown.length > 1
      ? [[label('vat_in_all'), tax, 'text'] as [string, Money, 'text']]
      : []),
    ...taxAccountingRow(content, writer),
    [label('total'), total, 'bold'],
  ]
  if (prepaid.amountMinor > 0n)
    all.push([label('paid_already'), prepaid, 'text'], [label('to_be_paid'), due, 'bold'])
  writeSums(
    pdf,
    all.map(([name, value, font]) => [name, `${writer.amount(value)} ${value.currency}`, font]),
  )
}

/** The tax again, in the currency of the taxing country. */
function taxAccountingRow(
  { taxAccounting }: InvoiceContent,
  { label }: Writer,
): [string, Money, 'text'][] {
  const { currency = '', converted } = taxAccounting ?? {}
  return converted ? [[label('vat_in', { currency }), converted.amount, 'text']] : []
}

function taxName({ category, rate, taxable }: TaxShare, writer: Writer): string {
  const { label, decimal, amount } = writer
  return label('vat_of', { category, rate: decimal(rate), taxable: amount(taxable) })
}

/** The account to which the invoice is to be paid. */
function payment(
  pdf: Pdf,
  { number = '', content: { payTo, seller } }: Invoice,
  { label }: Writer,
): void {
  if (!payTo) return
  const facts: Fact[] = [
    [label('pay_to'), payTo.holder ?? seller.name],
    ['IBAN', spacedIban(payTo.iban)],
    ['BIC', payTo.bic],
    [label('reference'), number],
  ]
  if (pdf.y + facts.length * sumHeight > bottom - 24) pdf.addPage()
  pdf.x = margin
  pdf.moveDown(1)
  writeFacts(pdf, facts)
}

function writeRemarks(
  pdf: Pdf,
  invoice: Invoice,
  { isWhole, isTranslation }: { readonly isWhole: boolean; readonly isTranslation: boolean },
  { label, locale }: Writer,
): void {
  const { content, kind } = invoice
  const notes = [...new Set(content.breakdown.flatMap((share) => reasonOf(share, locale) ?? []))]
  const note = rateNote(invoice, locale)
  if (note !== undefined) notes.push(note)
  if (kind === 'INVOICE' && content.paymentMethod === 'card') notes.push(label('paid_by_card'))
  if (!isWhole)
    notes.push(label(isTranslation ? 'unshown_here' : 'unshown', { character: unshown }))
  if (notes.length === 0) return
  pdf.moveDown(1).font('text').fontSize(8.5).text(notes.join('\n'), margin, pdf.y, { width })
}
