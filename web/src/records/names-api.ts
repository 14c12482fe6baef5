import { useQueries } from '@tanstack/react-query'
import { api } from '../api.ts'
import { prefixOf } from './record-kinds.ts'

/** The kinds of records that have a name or a number, by the prefix of their ids. */
const named = new Set('app aut cmp co csrc key ord pls prd rtn smt tkt usr whk'.split(' '))

/** The names of records, by their ids. An id is missing until its name has come, and if it has none. */
export function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const known = [...new Set(ids)].filter((id) => named.has(prefixOf(id)))
  const found = useQueries({
    queries: known.map((id) => ({
      queryKey: ['name', id],
      queryFn: () => nameOf(id),
      staleTime: 300_000,
      refetchOnWindowFocus: false,
    })),
  })
  return new Map(
    found.flatMap(({ data }, at) => {
      const id = known[at]
      return data && id ? [[id, data] as const] : []
    }),
  )
}

const idsMax = 50
const gatherMs = 10

type Names = ReadonlyMap<string, string>
let gathering: { readonly ids: Set<string>; readonly names: Promise<Names> } | undefined

/** One request reads the names of all ids that a page shows at once. Null: the record has no name. */
async function nameOf(id: string): Promise<string | null> {
  if (gathering === undefined || gathering.ids.size >= idsMax) gathering = gather()
  gathering.ids.add(id)
  return (await gathering.names).get(id) ?? null
}

function gather(): NonNullable<typeof gathering> {
  const ids = new Set<string>()
  const batch = { ids, names: readSoon() }
  return batch

  async function readSoon(): Promise<Names> {
    await new Promise((resolve) => setTimeout(resolve, gatherMs))
    if (gathering === batch) gathering = undefined
    const params = { query: { ids: [...ids].join(',') } }
    const { names } = (await api.get('/admin/records/names', { params })).data
    return new Map(names.map(({ id, name }) => [id, name]))
  }
}
