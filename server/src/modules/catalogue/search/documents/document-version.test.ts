import { createHash } from 'node:crypto'
import { Decimal } from 'decimal.js'
import { expect, it } from 'vitest'
import { identifiersOf } from '#modules/products'
import { analysisVersion, documentOf } from './document.ts'

it('a changed analysis of products has a new version', () => {
  const made = JSON.stringify(products.map((one) => [documentOf(one), identifiersOf(one)]))
  const digest = createHash('sha256').update(made).digest('hex').slice(0, 16)

  // Documents of before stay as they are unless `analysisVersion` is one more: change both, or neither.
  expect([analysisVersion, digest]).toEqual([10, '55d1d8351d112e42'])
})

/** Products with a bit of everything that is read of one. */
const products = [
  ['Hexagon bolt M8 x 40', 'HX-840-Z', 'Zinc plated, 100 pcs. 2.5 kg, for 1½″ and ¾ in', 'en'],
  ['Patchkabel 2 m, Cat6 <b>blau</b>', 'PK/2-BL', 'Für Netzwerke, 1.000 Mbit, 750 VA', 'de'],
  ['Écran 24" LC/SC', '0012-O0', 'USB 2.0 m, 5ft (1.5 m) 8 ports', 'fr'],
  ['Copy paper A4, 80 g/m²', 'CP-80', '500 sheets of 5 gsm more than 75 g/qm', 'en'],
  ['Patch cable 1.83 m', 'PC-183', 'As long as 6 ft or 183 cm', 'en'],
].map(([name = '', mpn = '', description = '', language], at) => ({
  id: `prd_${at}`,
  supplierCompanyId: 'co_1',
  sku: `SKU-${at}`,
  gtins: ['04006381333931'],
  brand: 'Bolt & Works',
  name,
  mpn,
  description,
  language,
  attributes: [
    { label: 'Cable length', value: '2', kind: 'number' as const, unit: 'm' },
    { label: 'Product colour', value: 'Blue', kind: 'text' as const },
    { label: 'Length', value: '1.83', kind: 'number' as const, unit: 'm' },
    { label: 'Media weight', value: '80', kind: 'number' as const, unit: 'g/m²' },
    { label: 'Number of ports', value: '8', kind: 'number' as const },
    { label: 'HDMI version', value: '2.0', kind: 'number' as const },
    { label: 'Maximum internal memory', value: '16', kind: 'number' as const, unit: 'GB' },
  ],
  categoryIds: ['cat_1', 'cat_2'],
  shipTo: ['DE'],
  listPrice: new Decimal('1.25'),
  tiers: [{ minQuantity: 10_000n, unitPrice: new Decimal('1.15') }],
  moq: 9_000n,
  multiple: 5_000n,
  currency: 'EUR',
  releasedOn: '2026-01-01',
}))
