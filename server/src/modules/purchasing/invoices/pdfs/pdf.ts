import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type PDFDocument from 'pdfkit'
import { defaultLocale, type Locale } from '#kernel/locale'
import type { Money } from '#kernel/money'
import { invoicedReferences, type ReferenceLabel } from '#modules/orders/line-references'
import type { TaxShare } from '#modules/totals'
import { unitLabel } from '#platform/units'
import { spacedIban } from '../company-details/bank-account.ts'
import type { Invoice, InvoiceContent, InvoiceLine, InvoiceParty } from '../invoice.ts'
import { rateNote, reasonOf } from '../tax-words.ts'
import { type Writer, writerIn } from './document-writer.ts'
import { readableIn, unshown } from './readable.ts'
import type { RenderAs } from './render-pdf.ts'

const fonts = join(import.meta.dirname, '../../../../../../data/fonts')
const margin = 48
const width = 595.28 - 2 * margin
const bottom = 841.89 - margin

/** The positions of the columns: line, item, quantity, price, tax, amount. */
const columns = [
  { at: 0, width: 24, align: 'left' },
  { at: 28, width: 226, align: 'left' },
  { at: 258, width: 46, align: 'right' },
  { at: 308, width: 72, align: 'right' },
  { at: 384, width: 42, align: 'right' },
  { at: 430, width: width - 430, align: 'right' },
] as const

type Pdf = InstanceType<typeof PDFDocument>

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
  // Loaded with the first document, because it takes 30 MB.
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: writer.locale,
    displayTitle: true,
    info: {
      Title: title,
      Author: invoice.content.seller.name,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  pdf.registerFont('text', join(fonts, 'DejaVuSans.ttf'))
  pdf.registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'))
  if ('ubl' in as) attach(pdf, as.ubl, { name: `${number}.xml`, issuedAt }, writer)
  const { content, isWhole } = readableIn(picturesOf(pdf), invoice.content)
  const readable = { ...invoice, content }
  head(pdf, readable, title, writer)
  if (translation) translationNote(pdf, { number, own }, writer)
  parties(pdf, readable, writer)
  lines(pdf, readable, writer)
  sums(pdf, readable, writer)
  payment(pdf, readable, writer)
  remarks(pdf, readable, { isWhole, isTranslation: translation !== undefined }, writer)
  pageNumbers(pdf, title, writer)
  const written = buffer(pdf)
  pdf.end()
  return written
}

function attach(
  pdf: Pdf,
  ubl: string,
  { name, issuedAt }: { readonly name: string; readonly issuedAt: Date },
  { label }: Writer,
): void {
  pdf.file(Buffer.from(ubl), {
    name,
    type: 'application/xml',
    description: label('attachment'),
    creationDate: issuedAt,
    modifiedDate: issuedAt,
    // The library's types lack this field: PDF/A-3 requires the relationship of a file to the document.
    ...{ relationship: 'Alternative' },
  })
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

/** The library's types do not describe its font objects. */
function picturesOf(pdf: Pdf): (codePoint: number) => boolean {
  pdf.font('text')
  const { _font: used } = pdf as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
  }
  return (codePoint) => used.font.hasGlyphForCodePoint(codePoint)
}

function nameOf({ kind }: Invoice, { label }: Writer): string {
  return label(kind === 'INVOICE' ? 'invoice' : 'credit_note')
}

function head(pdf: Pdf, invoice: Invoice, title: string, { label, day }: Writer): void {
  const { content, issuedOn = '', dueOn } = invoice
  const { orderNumber = content.orderId } = content
  pdf.font('bold').fontSize(18).fillColor('#111').text(title, margin, margin)
  const facts: [string, string | undefined][] = [
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
  ]
  pdf.moveDown(0.5).fontSize(9)
  for (const [name, value] of facts) {
    if (value === undefined) continue
    pdf.font('bold').text(`${name}: `, { continued: true }).font('text').text(value)
  }
}

function parties(
  pdf: Pdf,
  { content: { seller, buyer, shipTo } }: Invoice,
  { label }: Writer,
): void {
  const top = pdf.y + 16
  let below = top
  const third = width / 3
  for (const [at, [name, party]] of [
    [label('from'), seller] as const,
    [label('to'), buyer] as const,
    [label('delivered_to'), shipTo] as const,
  ].entries()) {
    const place = { width: third - 12 }
    pdf
      .font('bold')
      .fontSize(8)
      .fillColor('#555')
      .text(name, margin + at * third, top, place)
    pdf.font('text').fontSize(9).fillColor('#111').text(addressOf(party, label), place)
    below = Math.max(below, pdf.y)
  }
  pdf.x = margin
  pdf.y = below + 20
}

function addressOf(party: InvoiceParty, label: Writer['label']) {
  const { name, line1, line2, postalCode, city, region, country, vatId, contact } = party
  const place = [postalCode, city].filter(Boolean).join(' ')
  const vat = vatId === undefined ? undefined : label('vat_id', { id: vatId })
  const numbers = [party.taxRegistration, party.legalRegistration].flatMap((one) =>
    one ? [`${one.label} ${one.number}`] : [],
  )
  const contactLines = contact ? [contact.name, contact.phone, contact.email] : []
  const shown = [name, line1, line2, place, region, country, vat, ...numbers, ...contactLines]
  return shown.filter(Boolean).join('\n')
}

function lines(pdf: Pdf, { content }: Invoice, writer: Writer): void {
  headings(pdf, writer)
  for (const line of content.lines) row(pdf, lineCells(line, writer), 'text', writer)
  for (const { name, amount, tax } of content.charges) {
    const cells = ['', name, '', '', `${writer.decimal(tax.rate)} %`, writer.amount(amount)]
    row(pdf, cells, 'text', writer)
  }
  rule(pdf)
}

function headings(pdf: Pdf, writer: Writer): void {
  const names = (['item', 'quantity', 'price', 'vat', 'net'] as const).map((key) =>
    writer.label(key),
  )
  row(pdf, ['', ...names], 'bold', writer)
  rule(pdf)
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
      ? decimal(String(quantity))
      : `${decimal(String(quantity))} ${unitLabel(unit, locale)}`,
    amount(unitPrice) + (perQuantity === 1 ? '' : `\n${label('per', { quantity: perQuantity })}`),
    `${decimal(tax.rate)} %`,
    amount(net),
  ]
}

/** A row is never split over two pages, and each page repeats the headings. */
function row(pdf: Pdf, cells: readonly string[], font: 'text' | 'bold', writer: Writer): void {
  pdf.font(font).fontSize(8.5).fillColor('#111')
  const heights = cells.map((cell, at) =>
    cell === '' ? 0 : pdf.heightOfString(cell, { width: columns[at]?.width ?? 0 }),
  )
  const height = Math.max(...heights)
  if (pdf.y + height > bottom - 24) {
    pdf.addPage()
    headings(pdf, writer)
    pdf.font(font).fontSize(8.5).fillColor('#111')
  }
  const top = pdf.y
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    if (!column || cell === '') continue
    pdf.text(cell, margin + column.at, top, { width: column.width, align: column.align })
  }
  pdf.x = margin
  pdf.y = top + height + 5
}

function rule(pdf: Pdf): void {
  const { y } = pdf
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .strokeColor('#999')
    .stroke()
  pdf.y = y + 6
}

/** All sums stand on one page: a total without its parts is hard to check. */
function sums(pdf: Pdf, { net, tax, total, content }: Invoice, writer: Writer): void {
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
    ...accounted(content, writer),
    [label('total'), total, 'bold'],
  ]
  if (prepaid.amountMinor > 0n)
    all.push([label('paid_already'), prepaid, 'text'], [label('to_be_paid'), due, 'bold'])
  if (pdf.y + all.length * sumHeight > bottom - 24) pdf.addPage()
  for (const [name, value, font] of all)
    sum(pdf, name, `${writer.amount(value)} ${value.currency}`, font)
}

const sumHeight = 15

/** The tax again, in the currency of the taxing country. */
function accounted(
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

function sum(pdf: Pdf, name: string, shown: string, font: 'text' | 'bold'): void {
  pdf.font(font).fontSize(9)
  const top = pdf.y
  pdf.text(name, margin + 180, top, { width: 200, align: 'right' })
  pdf.text(shown, margin + 384, top, { width: width - 384, align: 'right' })
  pdf.x = margin
  pdf.y = top + sumHeight
}

/** The account to which the invoice is to be paid. */
function payment(
  pdf: Pdf,
  { number = '', content: { payTo, seller } }: Invoice,
  { label }: Writer,
): void {
  if (!payTo) return
  const facts: [string, string | undefined][] = [
    [label('pay_to'), payTo.holder ?? seller.name],
    ['IBAN', spacedIban(payTo.iban)],
    ['BIC', payTo.bic],
    [label('reference'), number],
  ]
  if (pdf.y + facts.length * sumHeight > bottom - 24) pdf.addPage()
  pdf.x = margin
  pdf.moveDown(1).fontSize(9)
  for (const [name, value] of facts) {
    if (value === undefined) continue
    pdf.font('bold').text(`${name}: `, { continued: true }).font('text').text(value)
  }
}

function remarks(
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

function pageNumbers(pdf: Pdf, title: string, { label }: Writer): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    pdf.font('text').fontSize(7.5).fillColor('#555')
    pdf.text(label('page', { title, page: page + 1, pages: count }), margin, bottom + 14, {
      width,
      align: 'right',
      lineBreak: false,
    })
  }
}
