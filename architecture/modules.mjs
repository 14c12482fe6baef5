/**
 * Who may use whom. The boundary check is generated from this table, and adding to it is a design decision: write down
 * why in docs/adr. Every module may use kernel and platform; nothing in those knows a module.
 */
export const mayUse = {
  incidents: [],
  identity: ['incidents'],
  fx: ['incidents'],
  images: ['incidents'],
  webhooks: ['identity', 'incidents'],
  llm: ['identity', 'incidents'],
  addresses: ['identity'],
  tax: ['identity'],
  shipping: ['identity', 'fx'],
  totals: ['identity', 'tax', 'shipping'],
  catalog: ['identity', 'fx', 'images', 'tax'],
  ads: ['identity', 'catalog', 'incidents'],
  cart: ['identity', 'catalog', 'fx', 'tax', 'shipping', 'totals'],
  payments: ['identity', 'fx', 'incidents'],
  orders: ['identity', 'catalog', 'fx', 'payments', 'tax', 'totals'],
  checkout: [
    'identity',
    'catalog',
    'cart',
    'orders',
    'payments',
    'fx',
    'incidents',
    'tax',
    'totals',
  ],
  invoices: ['identity', 'orders', 'payments', 'totals'],
  support: ['identity', 'orders'],
  automations: ['identity', 'orders', 'cart', 'support', 'llm', 'incidents'],
  crawl: ['identity', 'catalog', 'images', 'incidents'],
  chat: ['identity', 'catalog', 'crawl', 'llm', 'incidents'],
  ops: ['identity', 'incidents'],
}
