import { useQuery } from '@tanstack/react-query'
import { listCategories, type Named } from './rules-api.ts'

/** The categories of the catalogue, each with those above it. None, until they are read. */
export function useCategories(): readonly Named[] {
  const { data: categories = [] } = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => listCategories(signal),
    staleTime: 300_000,
  })
  return categories
}
