import { useQuery } from '@tanstack/react-query'
import { useWords } from '../language/use-words.ts'
import { api } from './api.ts'

type Member = { readonly id: string; readonly name: string }

/** A company with more people than this shows the others as former colleagues would be shown: without a name. */
const pagesMax = 10

/** The people of the company by name, and a way from an id to a name. */
export function useNames() {
  const { t } = useWords()
  const { data: members = [] } = useQuery({
    queryKey: ['members'],
    queryFn: ({ signal }) => readMembers(signal),
    staleTime: 5 * 60_000,
  })
  const names = new Map(members.map(({ id, name }) => [id, name]))
  return {
    members,
    nameOf: (id: string) =>
      names.get(id) ?? t(id.startsWith('usr_') ? 'people.left' : 'people.integration'),
  }
}

async function readMembers(signal: AbortSignal): Promise<Member[]> {
  const members: Member[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) }
    const { data, meta } = await api.get('/api/v1/members', { params: { query }, signal })
    members.push(...data.map(({ userId, name }) => ({ id: userId, name })))
    cursor = meta.nextCursor
    if (cursor === undefined) break
  }
  return members
}
