import { buffer } from 'node:stream/consumers'
import { unitLabel } from '#platform/units'
import { type Writer, writerIn } from '../pdfs/document-writer.ts'
import {
  attach,
  margin,
  openPdf,
  type Pdf,
  pageNumbers,
  picturesOf,
  row,
  rule,
  type Sum,
  width,
  writeFacts,
  writeParties,
  writeSums,
} from '../pdfs/layout.ts'
import { headingsIn } from '../pdfs/pdf.ts'
import { unshown } from '../pdfs/readable.ts'
import type { PurchaseOrder, PurchaseOrderDelivery, PurchaseOrderLine } from './purchase-order.ts'

/** A purchase order for people, in the language of its supplier. It contains the UBL of the same document. */
export async function writePurchaseOrderPdf(order: PurchaseOrder, ubl: string): Promise<Buffer> {
  const writer = writerIn(order.language)
  const { label } = writer
  const title = `${label('purchase_order')} ${order.number}`
  const at = new Date(`${order.issuedOn}T00:00:00Z`)
  const pdf = await openPdf(writer, { title, author: order.buyer.name, at })
  attach(pdf, ubl, { name: `${order.number}.xml`, issuedAt: at }, writer)
  const { shown, isWhole } = replaceUndrawable(order, picturesOf(pdf))
  head(pdf, shown, title, writer)
  parties(pdf, shown, writer)
  lines(pdf, shown, writer)
  writeSums(pdf, sumsOf(shown, writer))
  writeRemarks(pdf, shown, isWhole, writer)
  pageNumbers(pdf, title, writer)
  const written = buffer(pdf)
  pdf.end()
  return written
}

/** With only the characters that the font can draw, as PDF/A demands. */
function replaceUndrawable(order: PurchaseOrder, hasPicture: (codePoint: number) => boolean) {
  let isWhole = true
  const character = (one: string) => {
    if (/\s/.test(one) || hasPicture(one.codePointAt(0) ?? 0)) return one
    isWhole = false
    return unshown
  }
  const shown = JSON.parse(JSON.stringify(order), (_key, value: unknown) =>
    typeof value === 'string' ? Array.from(value, character).join('') : value,
  ) as PurchaseOrder
  return { shown, isWhole }
}

function head(pdf: Pdf, order: PurchaseOrder, title: string, { label, day }: Writer): void {
  pdf.font('bold').fontSize(18).fillColor('#111').text(title, margin, margin)
  pdf.moveDown(0.5)
  writeFacts(pdf, [
    [label('date'), day(order.issuedOn)],
    [label('revision'), String(order.revision)],
    [label('buyer_reference'), order.poNumber],
    [label('cost_center'), order.costCenter],
    ...(order.deliveries.length === 1 ? deliveryFacts(order.deliveries[0], label, day) : []),
  ])
}

function deliveryFacts(
  delivery: PurchaseOrderDelivery | undefined,
  label: Writer['label'],
  day: Writer['day'],
): [string, string | undefined][] {
  const { requestedDate, contact } = delivery ?? {}
  const parts = contact && [contact.name, contact.phone, contact.email]
  return [
    [label('requested_on'), requestedDate && day(requestedDate)],
    [label('delivery_contact'), parts?.filter(Boolean).join(', ')],
  ]
}

/** Several deliveries stand below each other, and each line names its own. */
function parties(pdf: Pdf, order: PurchaseOrder, { label, day }: Writer): void {
  const { buyer, seller, deliveries } = order
  const [first, ...others] = deliveries
  const ends = [[label('from'), buyer] as const, [label('to'), seller] as const]
  if (first && others.length === 0) {
    writeParties(pdf, [...ends, [label('deliver_to'), first.shipTo]], label)
    return
  }
  writeParties(pdf, ends, label)
  for (const delivery of deliveries) {
    const name = label('delivery', { number: delivery.number })
    const { name: receiver, line1, line2, postalCode, city, country } = delivery.shipTo
    const place = [receiver, line1, line2, [postalCode, city].filter(Boolean).join(' '), country]
    writeFacts(pdf, [
      [name, place.filter(Boolean).join(', ')],
      ...deliveryFacts(delivery, label, day),
    ])
  }
  pdf.moveDown(1)
}

function lines(pdf: Pdf, order: PurchaseOrder, writer: Writer): void {
  const headings = headingsIn(writer)
  headings(pdf)
  for (const line of order.lines) row(pdf, cellsOf(line, order, writer), 'text', headings)
  for (const { name, amount, tax } of order.charges) {
    row(pdf, ['', name, '', '', rateOf(tax, writer), writer.decimal(amount)], 'text', headings)
  }
  rule(pdf)
}

function cellsOf(line: PurchaseOrderLine, { deliveries }: PurchaseOrder, writer: Writer): string[] {
  const { label, decimal, day, locale } = writer
  const { sku, mpn, name, quantity, unit, price, discount, poNumber, costCenter } = line
  const { requestedDate } = line
  const words = [
    name,
    mpn === sku || mpn === '' ? sku : `${sku} (${mpn})`,
    deliveries.length > 1 ? label('delivery', { number: line.delivery }) : undefined,
    requestedDate && `${label('requested_on')} ${day(requestedDate)}`,
    poNumber && label('line_buyer_reference', { poNumber }),
    costCenter && label('line_cost_center', { costCenter }),
    discount && label('line_discount', { amount: decimal(discount) }),
    line.priceNote && label('negotiated_price'),
  ]
  const per = price.perQuantity === 1 ? '' : `\n${label('per', { quantity: price.perQuantity })}`
  return [
    String(line.lineNumber),
    words.filter(Boolean).join('\n'),
    `${decimal(String(quantity))} ${unitLabel(unit, locale)}`,
    `${decimal(price.amount)}${per}`,
    rateOf(line.tax, writer),
    decimal(line.net),
  ]
}

function rateOf(tax: PurchaseOrderLine['tax'], { decimal }: Writer): string {
  return tax ? `${decimal(tax.rate)} %` : ''
}

function sumsOf({ sums, currency }: PurchaseOrder, { label, decimal }: Writer): Sum[] {
  const shown = (amount: string) => `${decimal(amount)} ${currency}`
  return [
    [label('net'), shown(sums.net), 'text'],
    ...(sums.tax === undefined ? [] : [[label('vat'), shown(sums.tax), 'text'] as const]),
    [label('total'), shown(sums.total), 'bold'],
  ]
}

function writeRemarks(pdf: Pdf, order: PurchaseOrder, isWhole: boolean, { label }: Writer): void {
  const notes = [
    order.note === undefined ? undefined : label('note', { note: order.note }),
    ...order.lines.map(
      ({ lineNumber: line, priceNote: note }) =>
        note && label('negotiated_price_note', { line, note }),
    ),
    isWhole ? undefined : label('unshown', { character: unshown }),
  ].filter((note) => note !== undefined)
  if (notes.length === 0) return
  pdf.moveDown(1).font('text').fontSize(8.5).text(notes.join('\n'), margin, pdf.y, { width })
}
