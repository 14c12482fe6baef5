import { join } from 'node:path'
import type PDFDocument from 'pdfkit'
import type { InvoiceParty } from '../invoice.ts'
import type { Writer } from './document-writer.ts'

const fonts = join(import.meta.dirname, '../../../../../../data/fonts')
export const margin = 48
export const width = 595.28 - 2 * margin
export const bottom = 841.89 - margin

/** The positions of the columns: line, item, quantity, price, tax, amount. */
const columns = [
  { at: 0, width: 24, align: 'left' },
  { at: 28, width: 226, align: 'left' },
  { at: 258, width: 46, align: 'right' },
  { at: 308, width: 72, align: 'right' },
  { at: 384, width: 42, align: 'right' },
  { at: 430, width: width - 430, align: 'right' },
] as const

export type Pdf = InstanceType<typeof PDFDocument>

/** A4, PDF/A-3 (ISO 19005-3), tagged, with embedded fonts. */
export async function openPdf(
  { locale }: Writer,
  { title, author, at }: { readonly title: string; readonly author: string; readonly at: Date },
): Promise<Pdf> {
  // Loaded with the first document, because it takes 30 MB.
  const { default: Document } = await import('pdfkit')
  const pdf = new Document({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: locale,
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  })
  pdf.registerFont('text', join(fonts, 'DejaVuSans.ttf'))
  pdf.registerFont('bold', join(fonts, 'DejaVuSans-Bold.ttf'))
  return pdf
}

/** PDF/A-3 keeps a file beside the pages. */
export function attach(
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

/** The library's types do not describe its font objects. */
export function picturesOf(pdf: Pdf): (codePoint: number) => boolean {
  pdf.font('text')
  const { _font: used } = pdf as unknown as {
    readonly _font: { readonly font: { hasGlyphForCodePoint(codePoint: number): boolean } }
  }
  return (codePoint) => used.font.hasGlyphForCodePoint(codePoint)
}

export type Fact = readonly [name: string, value: string | undefined]

/** Names and values below each other. Those without a value are left out. */
export function writeFacts(pdf: Pdf, facts: readonly Fact[]): void {
  pdf.fontSize(9)
  for (const [name, value] of facts) {
    if (value === undefined) continue
    pdf.font('bold').text(`${name}: `, { continued: true }).font('text').text(value)
  }
}

/** Three parties beside each other. */
export function writeParties(
  pdf: Pdf,
  parties: readonly (readonly [name: string, party: InvoiceParty])[],
  label: Writer['label'],
): void {
  const top = pdf.y + 16
  let below = top
  const third = width / 3
  for (const [at, [name, party]] of parties.entries()) {
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

/** A row is never split over two pages, and each page repeats the headings. */
export function row(
  pdf: Pdf,
  cells: readonly string[],
  font: 'text' | 'bold',
  headings: (pdf: Pdf) => void,
): void {
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

export function rule(pdf: Pdf): void {
  const { y } = pdf
  pdf
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(0.5)
    .strokeColor('#999')
    .stroke()
  pdf.y = y + 6
}

export type Sum = readonly [name: string, shown: string, font: 'text' | 'bold']

/** All sums stand on one page: a total without its parts is hard to check. */
export function writeSums(pdf: Pdf, sums: readonly Sum[]): void {
  if (pdf.y + sums.length * sumHeight > bottom - 24) pdf.addPage()
  for (const one of sums) sum(pdf, ...one)
}

export const sumHeight = 15

function sum(pdf: Pdf, name: string, shown: string, font: 'text' | 'bold'): void {
  pdf.font(font).fontSize(9)
  const top = pdf.y
  pdf.text(name, margin + 180, top, { width: 200, align: 'right' })
  pdf.text(shown, margin + 384, top, { width: width - 384, align: 'right' })
  pdf.x = margin
  pdf.y = top + sumHeight
}

export function pageNumbers(pdf: Pdf, title: string, { label }: Writer): void {
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
