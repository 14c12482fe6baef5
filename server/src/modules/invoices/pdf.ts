import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type PDFDocument from 'pdfkit'
import { decimalOf, type Money } from '#kernel/money'
import type { TaxShare } from '#modules/totals'
import { unitLabel } from '#platform/units'
import { spacedIban } from './company-details/bank-account.ts'
import type { Invoice, InvoiceContent, InvoiceLine, InvoiceParty } from './invoice.ts'
import { readableIn, unshown } from './readable.ts'
import { rateNote, reasonOf } from './tax-words.ts'

const fonts = join(import.meta.dirname, '../../../../data/fonts')
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
 * An issued document on A4, for people: PDF/A-3 (ISO 19005-3), tagged, with embedded fonts. It contains the UBL of the
 * same document, so that the file alone is enough to book it.
 */
export async function writePdf(invoice: Invoice, ubl: string): Promise<Buffer> {
  const { number = '', issuedAt = invoice.createdAt } = invoice
  const title = `${nameOf(invoice)} ${number}`
  // Loaded with the first document, because it takes 30 MB.
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: 'en',
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
  pdf.file(Buffer.from(ubl), {
    name: `${number}.xml`,
    type: 'application/xml',
    description: 'The same document as UBL 2.1',
    creationDate: issuedAt,
    modifiedDate: issuedAt,
    // The library's types lack this field: PDF/A-3 requires the relationship of a file to the document.
    ...{ relationship: 'Alternative' },
  })
  const { content, isWhole } = readableIn(picturesOf(pdf), invoice.content)
  const readable = { ...invoice, content }
  head(pdf, readable, title)
  parties(pdf, readable)
  lines(pdf, readable)
  sums(pdf, readable)
  payment(pdf, readable)
  remarks(pdf, readable, isWhole)
  pageNumbers(pdf, title)
  const written = buffer(pdf)
  pdf.end()
  return written
}

/** The library's types do not describe its font objects. */
function picturesOf(pdf: Pdf): (codePoint: number) => boolean {
  pdf.font('text')
  const { _font: used } = pdf as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
  }
  return (codePoint) => used.font.hasGlyphForCodePoint(codePoint)
}

function nameOf({ kind }: Invoice): string {
  return kind === 'INVOICE' ? 'Invoice' : 'Credit note'
}

function head(pdf: Pdf, invoice: Invoice, title: string): void {
  const { content, issuedOn = '', dueOn } = invoice
  pdf.font('bold').fontSize(18).fillColor('#111').text(title, margin, margin)
  const facts: [string, string | undefined][] = [
    ['Date', issuedOn],
    ['Supplied on', content.suppliedOn],
    ['Due on', dueOn],
    ['Order', `${content.orderId}, of ${content.orderedOn}`],
    ['Your reference', content.buyerReference ?? content.poNumber],
    ['Your order', content.buyerReference === undefined ? undefined : content.poNumber],
    ['Cost centre', content.costCenter],
    [
      'Takes back',
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

function parties(pdf: Pdf, { content: { seller, buyer, shipTo } }: Invoice): void {
  const top = pdf.y + 16
  let below = top
  const third = width / 3
  for (const [at, [name, party]] of [
    ['From', seller] as const,
    ['To', buyer] as const,
    ['Delivered to', shipTo] as const,
  ].entries()) {
    const place = { width: third - 12 }
    pdf
      .font('bold')
      .fontSize(8)
      .fillColor('#555')
      .text(name, margin + at * third, top, place)
    pdf.font('text').fontSize(9).fillColor('#111').text(addressOf(party), place)
    below = Math.max(below, pdf.y)
  }
  pdf.x = margin
  pdf.y = below + 20
}

function addressOf(party: InvoiceParty) {
  const { name, line1, line2, postalCode, city, region, country, vatId, contact } = party
  const place = [postalCode, city].filter(Boolean).join(' ')
  const vat = vatId === undefined ? undefined : `VAT ${vatId}`
  const numbers = [party.taxRegistration, party.legalRegistration].flatMap((one) =>
    one ? [`${one.label} ${one.number}`] : [],
  )
  const contactLines = contact ? [contact.name, contact.phone, contact.email] : []
  const shown = [name, line1, line2, place, region, country, vat, ...numbers, ...contactLines]
  return shown.filter(Boolean).join('\n')
}

function lines(pdf: Pdf, { content }: Invoice): void {
  headings(pdf)
  for (const line of content.lines) row(pdf, lineCells(line), 'text')
  for (const { name, amount, tax } of content.charges) {
    row(pdf, ['', name, '', '', `${tax.rate} %`, decimalOf(amount)], 'text')
  }
  rule(pdf)
}

function headings(pdf: Pdf): void {
  row(pdf, ['', 'Item', 'Quantity', 'Price', 'VAT', 'Net'], 'bold')
  rule(pdf)
}

function lineCells(line: InvoiceLine): string[] {
  const { lineNumber, name, sku, quantity, unitPrice, unit, discount, net, tax } = line
  const { poNumber, costCenter } = line
  const { perQuantity } = unitPrice
  const references = [
    poNumber && `Your reference ${poNumber}`,
    costCenter && `Cost centre ${costCenter}`,
  ]
  const off = discount.amountMinor > 0n ? `\nDiscount ${decimalOf(discount)}` : ''
  return [
    String(lineNumber),
    [name, sku, ...references].filter(Boolean).join('\n') + off,
    // A reduction has no goods and therefore no unit.
    sku === undefined ? String(quantity) : `${quantity} ${unitLabel(unit)}`,
    decimalOf(unitPrice) + (perQuantity === 1 ? '' : `\nper ${perQuantity}`),
    `${tax.rate} %`,
    decimalOf(net),
  ]
}

/** A row is never split over two pages, and each page repeats the headings. */
function row(pdf: Pdf, cells: readonly string[], font: 'text' | 'bold'): void {
  pdf.font(font).fontSize(8.5).fillColor('#111')
  const heights = cells.map((cell, at) =>
    cell === '' ? 0 : pdf.heightOfString(cell, { width: columns[at]?.width ?? 0 }),
  )
  const height = Math.max(...heights)
  if (pdf.y + height > bottom - 24) {
    pdf.addPage()
    headings(pdf)
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
function sums(pdf: Pdf, { net, tax, total, content }: Invoice): void {
  const { prepaid, breakdown } = content
  const due = { ...total, amountMinor: total.amountMinor - prepaid.amountMinor }
  const all: [string, Money, 'text' | 'bold'][] = [
    ['Net', net, 'text'],
    ...breakdown.map((share) => [taxName(share), share.amount, 'text'] as [string, Money, 'text']),
    ...(breakdown.length > 1 ? [['VAT in all', tax, 'text'] as [string, Money, 'text']] : []),
    ...accounted(content),
    ['Total', total, 'bold'],
  ]
  if (prepaid.amountMinor > 0n)
    all.push(['Paid already', prepaid, 'text'], ['To be paid', due, 'bold'])
  if (pdf.y + all.length * sumHeight > bottom - 24) pdf.addPage()
  for (const [name, value, font] of all) sum(pdf, name, value, font)
}

const sumHeight = 15

/** The tax again, in the currency of the taxing country. */
function accounted({ taxAccounting }: InvoiceContent): [string, Money, 'text'][] {
  const { currency, converted } = taxAccounting ?? {}
  return converted ? [[`VAT in ${currency}`, converted.amount, 'text']] : []
}

function taxName({ category, rate, taxable }: TaxShare): string {
  return `VAT ${rate} % (${category}) on ${decimalOf(taxable)}`
}

function sum(pdf: Pdf, name: string, value: Money, font: 'text' | 'bold'): void {
  pdf.font(font).fontSize(9)
  const top = pdf.y
  pdf.text(name, margin + 180, top, { width: 200, align: 'right' })
  const shown = `${decimalOf(value)} ${value.currency}`
  pdf.text(shown, margin + 384, top, { width: width - 384, align: 'right' })
  pdf.x = margin
  pdf.y = top + sumHeight
}

/** The account to which the invoice is to be paid. */
function payment(pdf: Pdf, { number = '', content: { payTo, seller } }: Invoice): void {
  if (!payTo) return
  const facts: [string, string | undefined][] = [
    ['Pay to', payTo.holder ?? seller.name],
    ['IBAN', spacedIban(payTo.iban)],
    ['BIC', payTo.bic],
    ['Reference', number],
  ]
  if (pdf.y + facts.length * sumHeight > bottom - 24) pdf.addPage()
  pdf.x = margin
  pdf.moveDown(1).fontSize(9)
  for (const [name, value] of facts) {
    if (value === undefined) continue
    pdf.font('bold').text(`${name}: `, { continued: true }).font('text').text(value)
  }
}

function remarks(pdf: Pdf, invoice: Invoice, isWhole: boolean): void {
  const { content, kind } = invoice
  const notes = [...new Set(content.breakdown.flatMap((share) => reasonOf(share) ?? []))]
  const note = rateNote(invoice)
  if (note !== undefined) notes.push(note)
  if (kind === 'INVOICE' && content.paymentMethod === 'card') notes.push('Paid by card.')
  if (!isWhole) notes.push(`Where ${unshown} stands, the attached UBL has the character.`)
  if (notes.length === 0) return
  pdf.moveDown(1).font('text').fontSize(8.5).text(notes.join('\n'), margin, pdf.y, { width })
}

function pageNumbers(pdf: Pdf, title: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    pdf.page.margins.bottom = 0
    pdf.font('text').fontSize(7.5).fillColor('#555')
    pdf.text(`${title} · page ${page + 1} of ${count}`, margin, bottom + 14, {
      width,
      align: 'right',
      lineBreak: false,
    })
  }
}
