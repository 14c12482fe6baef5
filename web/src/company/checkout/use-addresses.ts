import { useQuery } from '@tanstack/react-query'
import { listAddresses } from './checkout-api.ts'

/** The addresses that the person may choose, the one for the unit first. */
export function useAddresses(unitId?: string, isWanted = true) {
  return useQuery({
    queryKey: ['addresses', 'choices', unitId],
    queryFn: ({ signal }) => listAddresses(signal, unitId),
    enabled: isWanted,
  })
}
