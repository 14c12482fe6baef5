import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OrderTerms, validateOrder } from './checkout-api.ts'

/** While the person writes, nothing is sent. */
const pauseMs = 500

/** Undefined terms: the person has not chosen everything yet. */
export function useValidatedOrder(terms: OrderTerms | undefined) {
  const asked = JSON.stringify(terms)
  const [settled] = useDebouncedValue(asked, pauseMs)
  return useQuery({
    queryKey: ['validated-order', asked],
    queryFn: ({ signal }) => validateOrder(terms as OrderTerms, signal),
    enabled: terms !== undefined && asked === settled,
    placeholderData: keepPreviousData,
    // It holds the stock of its lines for a moment: only the person's own steps ask for it.
    refetchOnWindowFocus: false,
  })
}
