import type { InvoiceParty } from '../invoice.ts'
import type { PurchaseOrder } from './purchase-order.ts'

const buyer: InvoiceParty = {
  companyId: 'co_01m7xb82dw3khw78phh28dvacd',
  name: 'Hafen & Co. KG',
  line1: 'Hafenstr. 7',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
  vatId: 'DE987654321',
  email: 'einkauf@hafen.example',
  electronicAddress: { scheme: '9930', id: 'DE987654321' },
}

const seller: InvoiceParty = {
  companyId: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
  name: 'Boltworks GmbH',
  line1: 'Schraubenweg 1',
  line2: 'Tor 3',
  city: 'Köln',
  postalCode: '50667',
  region: 'NW',
  country: 'DE',
  vatId: 'DE123456789',
  electronicAddress: { scheme: '0088', id: '4000001123452' },
  contact: { name: 'Bo Bolt', phone: '+49 221 1234', email: 'bo@boltworks.example' },
  legalRegistration: { number: 'HRB 1', label: 'HRB', scheme: undefined },
}

const tax = { category: 'S', rate: '19' }

/** Two lines with a discount, a price per 100 pieces, a shipping cost, and what else an order may have. */
export function aPurchaseOrder(changes: Partial<PurchaseOrder> = {}): PurchaseOrder {
  return {
    number: 'PO-2026-000123-1',
    revision: 0,
    language: 'de',
    issuedOn: '2026-01-02',
    currency: 'EUR',
    poNumber: '4500017',
    costCenter: 'CC-7',
    note: 'Ring twice < the bell is quiet.',
    buyer,
    seller,
    deliveries: [
      { number: 1, shipTo: { ...buyer, name: 'Lager Süd' }, requestedDate: '2026-02-01' },
    ],
    lines: [
      {
        lineNumber: 1,
        delivery: 1,
        sku: 'M8',
        mpn: 'BW-M8',
        name: 'Hexagon bolt M8',
        quantity: 250,
        unit: 'C62',
        price: { amount: '12.345', perQuantity: 100 },
        discount: '1.50',
        net: '29.36',
        tax,
        poNumber: '4500018',
      },
      {
        lineNumber: 3,
        delivery: 1,
        sku: 'CABLE',
        mpn: '',
        name: 'Cable',
        quantity: 4,
        unit: 'MTR',
        price: { amount: '2.50', perQuantity: 1 },
        net: '10.00',
        tax,
        costCenter: 'CC-8',
        requestedDate: '2026-02-06',
      },
    ],
    charges: [{ name: 'Parcel', amount: '4.90', tax }],
    sums: { lines: '39.36', charges: '4.90', net: '44.26', tax: '8.41', total: '52.67' },
    ...changes,
  }
}

/** The second line goes to another place. */
export function aSplitPurchaseOrder(): PurchaseOrder {
  const order = aPurchaseOrder()
  const elsewhere = { ...buyer, name: 'Werk Nord', line1: 'Deich 2', city: 'Kiel' }
  return {
    ...order,
    deliveries: [...order.deliveries, { number: 2, shipTo: elsewhere }],
    lines: order.lines.map((line) => (line.lineNumber === 3 ? { ...line, delivery: 2 } : line)),
  }
}
