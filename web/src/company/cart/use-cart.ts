import { type QueryClient, useQuery } from '@tanstack/react-query'
import { api, type Cart } from '../api.ts'

export const cartKey = ['cart']

/** The active cart of the person, with the prices and the stock of this moment. */
export function useCart() {
  return useQuery({
    queryKey: cartKey,
    queryFn: async ({ signal }) => (await api.get('/api/v1/cart', { signal })).data,
  })
}

/** Every change answers the whole cart, so nothing is read again. */
export function showCart(queries: QueryClient, cart: Cart): void {
  queries.setQueryData(cartKey, cart)
}
