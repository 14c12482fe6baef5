import { viewedFields } from './fields/views.ts'

const product = {
  id: 'prd_00yf8a3q00w2k7m4c9x1t6z5hd',
  sku: '2125510',
  mpn: 'TL-SG1008',
  gtins: ['6935364020606'],
  language: 'en',
  name: 'TP-LINK TL-SG1008 Unmanaged Gigabit Ethernet (10/100/1000) Black',
  brand: 'TP-LINK',
  supplier: { id: 'co_01m7x9v1c40e5rk2m8w3tq6zna', name: 'Nordlicht Office Supply' },
  category: { id: 'cat_switches', path: ['Networking', 'Network switches'] },
  description: 'TL-SG1008 - Unmanaged Gigabit Rackmount Switch',
  attributes: [{ label: 'Ethernet LAN (RJ-45) ports', value: '8', kind: 'number' }],
  image: {
    url: 'https://shop.example.com/api/v1/images/prd_00yf8a3q00w2k7m4c9x1t6z5hd/s4f1c8a02be6d7739?signature=Zk3v9QxT1mB7uLr0cWnE2a',
    placeholder: false,
  },
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
    minQuantity: 1,
  },
  availability: { status: 'in_stock', available: 412, leadTimeDays: 2 },
  state: 'ACTIVE',
  shipTo: ['AT', 'DE', 'FR'],
  sample: true,
  version: 1,
  match: { kind: 'identifier' },
}

const others = viewedFields.filter(({ key }) => !Object.hasOwn(product, key))

/** Sample values for the API reference. */
export const productExample = {
  ...product,
  ...Object.fromEntries(others.map(({ key, example }) => [key, example[0]])),
}
