import type { paths } from '@purveyor/sdk'
import { api } from '../api.ts'

type Query = NonNullable<paths['/api/v1/invoices']['get']['parameters']['query']>

/** A page of invoices and credit notes. */
export async function listDocuments(query: Query, cursor: string | undefined, signal: AbortSignal) {
  const page = { ...query, ...(cursor !== undefined && { cursor }), limit: 50 }
  const { data, meta } = await api.get('/api/v1/invoices', { params: { query: page }, signal })
  return { items: data, nextCursor: meta.nextCursor }
}
