import { api } from '../api.ts'
import type { Search } from './search-address.ts'

export type FoundProducts = Awaited<ReturnType<typeof findProducts>>
export type FoundProduct = FoundProducts['data'][number]
export type Facets = FoundProducts['meta']['facets']

export async function findProducts(
  { stock, ...search }: Search,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const query = {
    ...search,
    ...(stock && { availability: ['in_stock', 'low_stock'] }),
    ...(cursor !== undefined && { cursor }),
    limit: 20,
  } as object
  return api.get('/api/v1/products', { params: { query }, signal })
}

export async function suggest(q: string, signal: AbortSignal) {
  return (await api.get('/api/v1/products/suggest', { params: { query: { q, limit: 6 } }, signal }))
    .data
}
