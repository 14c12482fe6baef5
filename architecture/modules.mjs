/**
 * Who may use whom. The boundary check is generated from this table, and adding to it is a design decision: write down
 * why in docs/adr. Every module may use kernel and platform; nothing in those knows a module.
 */
export const mayUse = {
  incidents: [],
  identity: [],
  locales: ['incidents'],
  fx: ['incidents'],
  webhooks: ['incidents'],
  llm: ['identity', 'incidents'],
  addresses: ['identity'],
  tax: [],
  shipping: ['identity', 'fx'],
  totals: ['tax', 'shipping'],
  products: ['identity', 'fx', 'tax'],
  quotes: ['fx', 'products'],
  search: ['fx', 'products', 'quotes'],
  images: ['identity', 'incidents', 'products'],
  imports: ['identity', 'images', 'products', 'search'],
  ads: ['identity', 'products', 'search'],
  cart: ['identity', 'fx', 'quotes', 'shipping', 'totals'],
  payments: ['identity', 'incidents'],
  approvals: ['identity', 'fx'],
  budgets: ['identity', 'fx'],
  orders: ['identity', 'products', 'fx', 'payments', 'incidents', 'totals', 'approvals', 'budgets'],
  checkout: [
    'identity',
    'fx',
    'products',
    'quotes',
    'cart',
    'orders',
    'payments',
    'incidents',
    'totals',
    'approvals',
    'budgets',
  ],
  invoices: ['identity', 'fx', 'orders', 'payments', 'totals'],
  support: ['identity', 'images', 'incidents', 'orders', 'payments', 'products'],
  automations: ['identity', 'support', 'webhooks', 'orders', 'cart', 'incidents', 'llm'],
  crawl: ['identity', 'imports', 'incidents', 'products', 'search'],
  offers: ['crawl', 'identity', 'incidents', 'products'],
  chat: ['cart', 'crawl', 'incidents', 'llm', 'products', 'search'],
  ops: ['incidents'],
}

/**
 * Which tables of other modules a module reads in its own statements, and why. Each table belongs to the module of its schema, whose
 * stores alone read and write it otherwise. The boundary check compares this list with every statement.
 */
export const mayRead = {
  imports: {
    why: 'A file of a million records is compared with the products in one statement per batch.',
    tables: ['products.categories', 'products.price_tiers', 'products.products', 'products.stock'],
  },
  search: {
    why: 'A page of results is one statement: it ranks, prices and hides by the assortment at once.',
    tables: [
      'products.categories',
      'products.identifiers',
      'products.price_entries',
      'products.price_tiers',
      'products.products',
      'products.stock',
      'products.suppliers',
    ],
  },
}
