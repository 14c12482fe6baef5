import { describe, expect, it } from 'vitest'
import { textsOf } from '../pdfs/pdf-text.fixture.ts'
import { all, parseXml, text } from '../ubl/xml-nodes.fixture.ts'
import { brokenOrderRules } from './order-rules.fixture.ts'
import { aPurchaseOrder, aSplitPurchaseOrder } from './purchase-order.fixture.ts'
import type { PurchaseOrder } from './purchase-order.ts'
import { writePurchaseOrderPdf } from './purchase-order-pdf.ts'
import { writePurchaseOrderUbl } from './purchase-order-ubl.ts'

const requestedOn = 'Delivery/RequestedDeliveryPeriod/EndDate'
const peppol = 'urn:fdc:peppol.eu:poacc:trns:order:3'

describe('the UBL of a purchase order', () => {
  it('has discounts, shipping costs, taxes and the day on which the goods are wanted', () => {
    const ubl = writePurchaseOrderUbl(aPurchaseOrder())
    expect(brokenOrderRules(ubl)).toEqual([])
    const root = parseXml(ubl)
    expect(text(root, 'CustomizationID')).toBe(peppol)
    expect(text(root, requestedOn)).toBe('2026-02-01')
    expect(all(root, `OrderLine/LineItem/${requestedOn}`).map((day) => day.text)).toEqual([
      '2026-02-06',
    ])
    expect(text(root, 'AllowanceCharge/Amount')).toBe('4.90')
    expect(text(root, 'AnticipatedMonetaryTotal/PayableAmount')).toBe('52.67')
    const [line] = all(root, 'OrderLine/LineItem')
    expect(text(line, 'AllowanceCharge/Amount')).toBe('1.50')
    expect(text(line, 'Price/BaseQuantity')).toBe('100')
  })

  it('breaks a rule if a sum is wrong', () => {
    const { sums } = aPurchaseOrder()
    const withSum = (wrong: Partial<PurchaseOrder['sums']>) =>
      brokenOrderRules(writePurchaseOrderUbl(aPurchaseOrder({ sums: { ...sums, ...wrong } })))
    expect(withSum({ lines: '39.35' })).toEqual(['R008', 'R011'])
    expect(withSum({ charges: '0.00' })).toEqual(['R010'])
    expect(withSum({ total: '52.66' })).toEqual(['R017'])
  })

  it('names the place of each line if there are several, and does not follow Peppol then', () => {
    const ubl = writePurchaseOrderUbl(aSplitPurchaseOrder())
    expect(brokenOrderRules(ubl)).toEqual([])
    const root = parseXml(ubl)
    expect(text(root, 'CustomizationID')).toBeUndefined()
    expect(all(root, 'Delivery')).toEqual([])
    const places = 'OrderLine/LineItem/Delivery/DeliveryParty/PartyName/Name'
    expect(all(root, places).map((place) => place.text)).toEqual(['Lager Süd', 'Werk Nord'])
    expect(all(root, `OrderLine/LineItem/${requestedOn}`).map((day) => day.text)).toEqual([
      '2026-02-01',
      '2026-02-06',
    ])
  })

  it('names who takes the goods', () => {
    const order = aPurchaseOrder()
    const contact = { name: 'Ole Olsen', phone: '+49 40 12', email: 'ole@hafen.example' }
    const deliveries = order.deliveries.map((delivery) => ({ ...delivery, contact }))
    const ubl = writePurchaseOrderUbl({ ...order, deliveries })
    expect(brokenOrderRules(ubl)).toEqual([])
    const [party] = all(parseXml(ubl), 'Delivery/DeliveryParty')
    expect(text(party, 'PartyName/Name')).toBe('Lager Süd')
    expect(text(party, 'Contact/Name')).toBe('Ole Olsen')
    expect(text(party, 'Contact/Telephone')).toBe('+49 40 12')
    expect(text(party, 'Contact/ElectronicMail')).toBe('ole@hafen.example')
  })

  it('says which prices were negotiated, beside the PO number of the line', () => {
    const ubl = writePurchaseOrderUbl(withNegotiatedPrice({ poNumber: '4711/B' }))
    expect(brokenOrderRules(ubl)).toEqual([])
    const note = 'Purchase order 4711/B; Negotiated price: Agreed <by letter>.'
    expect(all(parseXml(ubl), 'OrderLine/Note').map((one) => one.text)).toContain(note)
    const alone = writePurchaseOrderUbl(withNegotiatedPrice({ poNumber: undefined }))
    expect(alone).toContain('<cbc:Note>Negotiated price: Agreed &lt;by letter&gt;.</cbc:Note>')
  })

  it('does not follow Peppol in a currency with three decimals', () => {
    const ubl = writePurchaseOrderUbl(aPurchaseOrder({ currency: 'KWD' }))
    expect(ubl).not.toContain(peppol)
    expect(ubl).toContain('<cbc:DocumentCurrencyCode>KWD</cbc:DocumentCurrencyCode>')
  })

  it('has no taxes if the order is older than taxes', () => {
    const order = aPurchaseOrder()
    const ubl = writePurchaseOrderUbl({
      ...order,
      lines: order.lines.map((line) => ({ ...line, tax: undefined })),
      charges: [],
      sums: { lines: '39.36', charges: '0.00', net: '39.36', total: '39.36' },
    })
    expect(brokenOrderRules(ubl)).toEqual([])
    expect(ubl).not.toMatch(/TaxTotal|TaxInclusiveAmount|TaxCategory/)
  })
})

describe('the PDF of a purchase order', () => {
  it('shows each place of delivery, and where each line goes', async () => {
    const split = aSplitPurchaseOrder()
    const contact = { name: 'Ole Olsen', phone: '+49 40 12' }
    const deliveries = split.deliveries.map((one) => (one.number === 2 ? { ...one, contact } : one))
    const order = { ...split, deliveries }
    const pdf = await writePurchaseOrderPdf(order, writePurchaseOrderUbl(order))
    const shown = textsOf(pdf).join('\n')
    expect(shown).toContain('Lager Süd, Hafenstr. 7, 20457 Hamburg, DE')
    expect(shown).toContain('Werk Nord, Deich 2, 20457 Kiel, DE')
    expect(shown).toContain('Lieferung 2')
    expect(shown).toContain('Ole Olsen, +49 40 12')
    expect(shown).toContain('Gewünscht bis 6. Februar 2026')
    expect(shown).toContain('52,67 EUR')
  })

  it('says which prices were negotiated', async () => {
    const order = withNegotiatedPrice({})
    const pdf = await writePurchaseOrderPdf(order, writePurchaseOrderUbl(order))
    const shown = textsOf(pdf).join('\n')
    expect(shown).toContain('Vereinbarter Preis')
    expect(shown).toContain('Position 1, vereinbarter Preis: Agreed <by letter>.')
  })
})

function withNegotiatedPrice(more: Partial<PurchaseOrder['lines'][number]>): PurchaseOrder {
  const order = aPurchaseOrder()
  const changes = { priceNote: 'Agreed <by letter>.', ...more }
  return {
    ...order,
    lines: order.lines.map((line, at) => (at === 0 ? { ...line, ...changes } : line)),
  }
}
