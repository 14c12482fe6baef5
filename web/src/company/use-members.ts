import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

export type Colleague = { readonly userId: string; readonly name: string }

/** As many as a page offers or names. */
const membersMax = 1_000

/** The people of the company, by name. */
export function useMembers() {
  return useQuery({
    queryKey: ['members'],
    queryFn: async ({ signal }) => {
      const members: Colleague[] = []
      for await (const { userId, name } of api.each('/api/v1/members', { signal })) {
        members.push({ userId, name })
        if (members.length === membersMax) break
      }
      return members.toSorted((one, other) => one.name.localeCompare(other.name))
    },
    staleTime: 300_000,
    refetchOnWindowFocus: false,
  })
}
