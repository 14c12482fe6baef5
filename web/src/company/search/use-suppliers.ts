import { useQuery } from '@tanstack/react-query'
import { findProducts } from './search-api.ts'

/** The suppliers that sell something to the company. None, until they are read. */
export function useSuppliers() {
  const { data: suppliers = [] } = useQuery({
    queryKey: ['suppliers'],
    queryFn: async ({ signal }) => (await findProducts({}, undefined, signal)).meta.facets.supplier,
    staleTime: 300_000,
  })
  return suppliers
}
