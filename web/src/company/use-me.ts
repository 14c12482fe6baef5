import { useQuery } from '@tanstack/react-query'
import { sessionKey } from '../session.ts'
import { api } from './api.ts'

/** The person who is signed in, and the company for which they act. */
export function useMe() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => (await api.get('/api/v1/me', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}
