/**
 * The packages, from the lowest to the highest. A package may use only packages that stand above it, so there is no loop. `contract`
 * is openapi.json, which the service writes and nobody else. `uses` is what the product needs. `usesInTests` is what only tests,
 * scripts and the local start need: a release may leave it out. The boundary check compares this table with
 * every import and with each package.json.
 *
 * @type {Readonly<Record<string, { readonly uses: readonly string[], readonly usesInTests: readonly string[] }>>}
 */
export const packages = {
  contract: { uses: [], usesInTests: [] },
  sdk: { uses: ['contract'], usesInTests: [] },
  web: { uses: ['contract', 'sdk'], usesInTests: [] },
  sandbox: { uses: [], usesInTests: [] },
  server: { uses: ['sdk'], usesInTests: ['contract', 'web', 'sandbox'] },
}

/** The one file of the product that may load the sandbox: `npm start` starts it beside the service. */
export const localStart = 'server/src/start/open-sandbox.ts'

/**
 * The business, by areas. A module may use modules of its own area and of the areas above it in this list, never of one below; it
 * may use exactly those that stand behind its name. The boundary check is generated from this table, and adding to it is a design
 * decision: write down why in docs/adr. Every module may use kernel and platform; nothing in those knows a module.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>}
 */
export const areas = {
  base: {
    incidents: [],
    fx: ['incidents'],
    tax: [],
    locales: ['incidents'],
  },
  people: {
    identity: [],
    numbering: ['identity'],
    calendar: ['identity'],
    preferences: [],
    structure: ['identity'],
    addresses: ['identity', 'structure'],
  },
  catalogue: {
    products: ['identity', 'structure', 'fx', 'tax'],
    quotes: ['structure', 'fx', 'products'],
    search: ['structure', 'fx', 'products', 'quotes'],
    images: ['identity', 'incidents', 'products'],
    imports: ['identity', 'calendar', 'images', 'products', 'search'],
    ads: ['identity', 'products', 'search'],
    crawl: ['identity', 'structure', 'imports', 'incidents', 'products', 'search'],
    offers: ['crawl', 'identity', 'incidents', 'products'],
  },
  purchasing: {
    shipping: ['identity', 'fx'],
    totals: ['structure', 'tax', 'shipping'],
    payments: ['identity', 'incidents'],
    approvals: ['identity', 'calendar', 'structure', 'fx'],
    budgets: ['identity', 'structure', 'fx'],
    quotas: ['identity', 'fx', 'products'],
    orders: [
      'identity',
      'calendar',
      'structure',
      'numbering',
      'products',
      'fx',
      'tax',
      'payments',
      'incidents',
      'totals',
      'approvals',
      'budgets',
      'quotas',
    ],
    cart: ['identity', 'structure', 'addresses', 'fx', 'quotes', 'shipping', 'totals', 'orders'],
    checkout: [
      'identity',
      'calendar',
      'structure',
      'addresses',
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
      'quotas',
    ],
    shopping: ['identity', 'structure', 'fx', 'products', 'quotes', 'cart', 'orders'],
    requisitions: [
      'identity',
      'images',
      'structure',
      'numbering',
      'offers',
      'quotes',
      'cart',
      'approvals',
      'orders',
      'checkout',
    ],
    standing: ['identity', 'calendar', 'structure', 'orders', 'checkout'],
    invoices: ['identity', 'structure', 'fx', 'orders', 'payments', 'totals'],
  },
  connections: {
    webhooks: ['incidents'],
  },
  assistance: {
    llm: ['identity', 'incidents'],
    support: [
      'calendar',
      'identity',
      'images',
      'incidents',
      'numbering',
      'orders',
      'payments',
      'products',
    ],
    automations: ['identity', 'support', 'webhooks', 'orders', 'cart', 'incidents', 'llm'],
    chat: ['structure', 'cart', 'crawl', 'incidents', 'llm', 'products', 'requisitions', 'search'],
  },
  operations: {
    ops: ['incidents'],
  },
}

/**
 * Which modules each module may use.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const mayUse = Object.assign({}, ...Object.values(areas))

/**
 * Which tables of other modules a module reads in its own statements, and why. Each table belongs to the module of its schema, whose
 * stores alone read and write it otherwise. The boundary check compares this list with every statement.
 */
export const mayRead = {
  quotas: {
    why: 'An order locks its quotas only while their contract is in force, in one statement.',
    tables: ['products.contracts'],
  },
  orders: {
    why: 'The report of what orders called off from a contract shows their numbers, and is one statement.',
    tables: ['quotas.call_offs', 'quotas.quotas'],
  },
  invoices: {
    why: 'The list of invoices finds them by the products of their lines and by who requested the order, in one statement.',
    tables: ['orders.lines', 'orders.orders'],
  },
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
