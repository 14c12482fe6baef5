/** What the reference shows. Sample prices. */
export const productExample = {
  id: 'prd_00yf8a3q00w2k7m4c9x1t6z5hd',
  sku: '2125510',
  mpn: 'TL-SG1008',
  gtins: ['6935364020606'],
  name: 'TP-LINK TL-SG1008 Unmanaged Gigabit Ethernet (10/100/1000) Black',
  brand: 'TP-LINK',
  supplier: { id: 'co_01m7x9v1c40e5rk2m8w3tq6zna', name: 'Nordlicht Office Supply' },
  category: { id: 'cat_switches', path: ['Networking', 'Network switches'] },
  description: 'TL-SG1008 - Unmanaged Gigabit Rackmount Switch',
  attributes: [{ label: 'Ethernet LAN (RJ-45) ports', value: '8', kind: 'number' }],
  image: { url: null, placeholder: true },
  price: {
    list: { amount: '84.90', currency: 'EUR' },
    unitPrice: { amount: '84.90', currency: 'EUR' },
    perQuantity: 1,
    tiers: [
      {
        minQuantity: 10,
        unitPrice: { amount: '81.504', currency: 'EUR' },
        basisPrice: { amount: '81.504', currency: 'EUR' },
      },
    ],
    unit: 'C62',
    moq: 1,
    multiple: 1,
  },
  availability: { status: 'in_stock', available: 412, leadTimeDays: 2 },
  state: 'ACTIVE',
  shipTo: ['AT', 'DE', 'FR'],
  sample: true,
  version: 1,
  match: { kind: 'identifier' },
}

export const searchMetaExample = {
  limit: 20,
  total: 1,
  totalIsLowerBound: false,
  facets: {
    category: [
      {
        id: 'cat_switches',
        path: ['Networking', 'Network switches'],
        parentId: 'cat_networking',
        count: 1,
        selected: false,
      },
    ],
    brand: [{ value: 'TP-LINK', count: 1, selected: false }],
    supplier: [
      {
        id: 'co_01m7x9v1c40e5rk2m8w3tq6zna',
        name: 'Nordlicht Office Supply',
        count: 1,
        selected: false,
      },
    ],
    price: [{ from: '50', to: '100', maxPrice: '99.999999', count: 1 }],
    attributes: [{ label: 'Colour', values: [{ value: 'Black', count: 1, selected: false }] }],
  },
  currency: 'EUR',
  tookMs: 3.2,
  match: 'full' as const,
}
