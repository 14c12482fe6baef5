import type { Static } from 'typebox'
import { amountsExample } from '#modules/totals'
import { cartMode } from './cart.ts'
import type { CartView } from './schemas.ts'

export const cartExample: Static<typeof CartView> = {
  id: 'cart_01m7xb82dw3khw78phh28dvacd',
  mode: cartMode,
  snapshotVersion: 5,
  currency: 'EUR',
  country: 'DE',
  items: [
    {
      id: 'itm_01m7xb9d1s5v8r0q2k4x6c8z0e',
      itemVersion: 2,
      product: {
        id: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
        sku: '1234567',
        mpn: 'HB-M8-40',
        language: 'en',
        name: 'Hexagon bolt M8',
        brand: 'Fastenal',
        supplier: { id: 'co_01m7x9r5n2b4j6h8f0d2s4a6p8', name: 'Bolts and Nuts' },
      },
      quantity: 4,
      unitPrice: { amount: '2.50', currency: 'EUR' },
      basisPrice: { amount: '2.50', currency: 'EUR' },
      perQuantity: 1,
      unit: 'C62',
      lineTotal: { amount: '10.00', currency: 'EUR' },
      availability: {
        status: 'in_stock',
        available: 120,
        checkedAt: '2026-01-02T03:04:05.000Z',
        leadTimeDays: 3,
      },
    },
  ],
  totals: {
    subtotal: amountsExample.goods,
    ...amountsExample,
    currency: 'EUR',
    lineCount: 1,
    pieceCount: 4,
  },
  shippingOptions: [
    {
      supplierId: 'co_01m7x9r5n2b4j6h8f0d2s4a6p8',
      selected: 'smt_01m7xb82dw3khw78phh28dvacd',
      options: [
        {
          id: 'smt_01m7xb82dw3khw78phh28dvacd',
          name: 'Parcel',
          kind: 'DELIVERY',
          price: amountsExample.shipping,
          leadTimeDays: 2,
        },
      ],
    },
  ],
  problems: [
    {
      code: 'cart.price_changed',
      itemId: 'itm_01m7xb9d1s5v8r0q2k4x6c8z0e',
      message:
        'The price has changed since the product was added. Accept today’s, or remove the line.',
      details: {
        old: { amount: '2.40', currency: 'EUR' },
        new: { amount: '2.50', currency: 'EUR' },
      },
    },
  ],
  lock: null,
}
