/** The order in the examples of all events for buyers and suppliers, so that the examples agree. */
export const orderExample = {
  order: {
    orderId: 'ord_01m7xb82dw3khw78phh28dvacd',
    number: 'PO-2026-000123',
    poNumber: 'PO-4711',
    happenedAt: '2026-01-04T10:11:12.000Z',
  },
  line: {
    lineNumber: 1,
    productId: 'prd_01m7x9v1c40e5rk2m8w3tq6zna',
    sku: '31415926',
    quantity: 2,
    unit: 'C62',
  },
  shipmentId: 'shp_01m7xb82dw3khw78phh28dvacd',
  returned: { returnId: 'rtn_01m7xb82dw3khw78phh28dvacd', returnNumber: 'RMA-2026-000123' },
}
