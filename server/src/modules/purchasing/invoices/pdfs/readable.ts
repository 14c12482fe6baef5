import { type InvoicedReferences, invoicedReferences } from '#modules/orders/line-references'
import type { Registration } from '../company-details/registration.ts'
import type { InvoiceContent, InvoiceParty } from '../invoice.ts'

/** Replaces a character that the font cannot draw. */
export const unshown = '\uFFFD'

/**
 * The content with only the characters that a font can draw. PDF/A allows no character without a glyph, and the box
 * that replaces one is so wide that it covers its neighbours. `isWhole`: nothing was replaced.
 */
export function readableIn(
  hasPicture: (codePoint: number) => boolean,
  content: InvoiceContent,
): { readonly content: InvoiceContent; readonly isWhole: boolean } {
  let isWhole = true
  const shown = (character: string) => {
    if (/\s/.test(character) || hasPicture(character.codePointAt(0) ?? 0)) return character
    isWhole = false
    return unshown
  }
  const text = <Text extends string | undefined>(value: Text) =>
    (value === undefined ? value : Array.from(value, shown).join('')) as Text
  const registration = (one: Registration | undefined) =>
    one && { ...one, number: text(one.number) }
  const party = (one: InvoiceParty): InvoiceParty => ({
    ...one,
    name: text(one.name),
    line1: text(one.line1),
    line2: text(one.line2),
    city: text(one.city),
    region: text(one.region),
    postalCode: text(one.postalCode),
    contact: one.contact && { ...one.contact, name: text(one.contact.name) },
    legalRegistration: registration(one.legalRegistration),
    taxRegistration: registration(one.taxRegistration),
  })
  const references = (one: InvoicedReferences) =>
    Object.fromEntries(invoicedReferences.map(({ key }) => [key, text(one[key])]))
  const readable = {
    ...content,
    seller: party(content.seller),
    buyer: party(content.buyer),
    shipTo: party(content.shipTo),
    poNumber: text(content.poNumber),
    buyerReference: text(content.buyerReference),
    payTo: content.payTo && { ...content.payTo, holder: text(content.payTo.holder) },
    costCenter: text(content.costCenter),
    lines: content.lines.map((line) => ({
      ...line,
      name: text(line.name),
      sku: text(line.sku),
      ...references(line),
    })),
    charges: content.charges.map((one) => ({ ...one, name: text(one.name) })),
  }
  return { content: readable, isWhole }
}
