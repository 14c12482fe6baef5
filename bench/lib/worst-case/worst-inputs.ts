import { type Input, linesOf, type Prepared } from './worst-case-input.ts'
import { cartInputs, largeOrderOf, linesMost, orderInputs, orderOf } from './worst-case-orders.ts'
import { recordFor } from './worst-case-records.ts'
import type { Credentials } from './worst-case-stage.ts'

const get =
  (as: Credentials, path: string): Input =>
  () => ({ method: 'GET', path, as })

const post =
  (as: Credentials | undefined, path: string, body: (prepared: Prepared) => object): Input =>
  (prepared) => ({ method: 'POST', path, as, body: JSON.stringify(body(prepared)) })

/** The longest text that a search accepts, of words that products have, with every filter that keeps some. */
function searchOf({ words, brands }: Prepared): string {
  const query = new URLSearchParams({
    q: words.join(' ').slice(0, 1_000),
    country: 'DE',
    currency: 'USD',
    minPrice: '0.01',
    maxPrice: '100000',
    sort: 'price_asc',
    limit: '100',
  })
  for (const brand of brands.slice(0, 30)) query.append('brand', brand)
  return query.toString()
}

/** The most expensive request of routes for which the schema alone does not define it. */
export const ownInputs: Readonly<Record<string, Input>> = {
  getMe: get('buyer', '/api/v1/me'),
  searchProducts: (prepared) => ({
    method: 'GET',
    path: `/api/v1/products?${searchOf(prepared)}`,
    as: 'buyer',
  }),
  suggestProducts: ({ words }) => ({
    method: 'GET',
    path: `/api/v1/products/suggest?q=${encodeURIComponent(words.join(' ').slice(0, 100))}`,
    as: 'buyer',
  }),
  quoteProducts: post('buyer', '/api/v1/products/quotes', (prepared) => ({
    items: linesOf(prepared, 100),
    currency: 'USD',
    country: 'DE',
  })),
  matchProducts: post('buyer', '/api/v1/products/match', ({ partNumbers }) => ({
    lines: partNumbers.slice(0, 1_000).map((mpn) => ({ partNumber: mpn.slice(0, 100) })),
    currency: 'USD',
    country: 'DE',
  })),
  ...cartInputs,
  ...orderInputs,
  validateOrder: post('buyer', '/api/v1/orders/validate', (prepared) =>
    orderOf(prepared, linesMost),
  ),
  placeOrder: post('buyer', '/api/v1/orders', (prepared) => orderOf(prepared, linesMost)),
  getOrder: (prepared) => ({
    method: 'GET',
    path: `/api/v1/orders/${largeOrderOf(prepared)}`,
    as: 'buyer',
  }),
  getSuppliedOrder: (prepared) => ({
    method: 'GET',
    path: `/api/v1/supplier/orders/${largeOrderOf(prepared)}`,
    as: 'seller',
  }),
  putPriceEntries: async (prepared) => {
    const { priceListId } = await recordFor('PUT', '/api/v1/price-lists/{priceListId}', prepared)
    // Another price each time: an equal one changes nothing.
    const unitPrice = `${1 + Math.floor(Math.random() * 9_000)}.50`
    const tiers = [{ minQuantity: 10, unitPrice: '1.25' }]
    const entries = prepared.productIds.map((productId) => ({ productId, unitPrice, tiers }))
    const path = `/api/v1/price-lists/${priceListId}/entries`
    return { method: 'PUT', path, as: 'seller', body: JSON.stringify({ entries }) }
  },
  exportCatalog: get('operator', '/api/v1/catalog/exports?format=jsonl'),
  signIn: ({ stage }) => {
    const { email, password } = stage.people.buyer
    return { method: 'POST', path: '/auth/login', body: JSON.stringify({ email, password }) }
  },
  openAdminSession: ({ stage }) => {
    const { email, password } = stage.people.operator
    return { method: 'POST', path: '/admin/session', body: JSON.stringify({ email, password }) }
  },
}

/** Routes that one request cannot measure, and why. */
export const measuredElsewhere: Readonly<Record<string, string>> = {
  importCatalogFile: 'a stream of up to a gigabyte: `bench -- import`',
  streamProducts: 'a stream that lasts: `bench -- streams`',
  followSearch: 'a stream that lasts: `bench -- streams`',
  signOut: 'ends the session that the next request needs; it is one update',
  revokeOtherSessions: 'ends the sessions that the next request needs; it is one update',
}
