/** Sample values for the API reference. */
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
