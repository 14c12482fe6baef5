import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** A product of the catalogue, as every page that shows it reads it. */
export function productQuery(productId: string) {
  return queryOptions({
    queryKey: ['product', productId],
    queryFn: async ({ signal }) => {
      const params = { path: { productId } }
      return (await api.get('/api/v1/products/{productId}', { params, signal })).data
    },
  })
}
