/**
 * Who may use whom. The boundary check is generated from this table, and adding to it is a design decision: write down
 * why in docs/adr. Every module may use kernel and platform; nothing in those knows a module.
 */
export const mayUse = {
  incidents: [],
  identity: [],
  fx: ['incidents'],
  images: [],
  webhooks: ['incidents'],
  llm: [],
  addresses: ['identity'],
  tax: [],
  shipping: ['identity', 'fx'],
  totals: ['tax', 'shipping'],
  catalog: ['identity', 'fx', 'tax'],
  ads: [],
  cart: ['identity', 'catalog', 'shipping', 'totals'],
  payments: ['identity', 'incidents'],
  approvals: ['identity', 'fx'],
  budgets: ['identity', 'fx'],
  orders: ['identity', 'catalog', 'fx', 'payments', 'incidents', 'totals', 'approvals', 'budgets'],
  checkout: [
    'identity',
    'catalog',
    'cart',
    'orders',
    'payments',
    'incidents',
    'totals',
    'approvals',
    'budgets',
  ],
  invoices: ['identity', 'fx', 'orders', 'payments', 'totals'],
  automations: ['identity', 'webhooks', 'orders', 'cart', 'incidents'],
  chat: [],
  ops: ['incidents'],
}
