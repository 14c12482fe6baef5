import type { Actor } from '#kernel/actor'
import type { Database } from '#platform/db'
import { type List, type ListRequest, readRows } from '#platform/lists'

/** The first items of a list in the order that the query names, as the actor sees them. */
export async function readList<Item>(
  { pool }: Pick<Database, 'pool'>,
  list: List,
  actor: Actor,
  query: Readonly<Record<string, unknown>> = {},
): Promise<Item[]> {
  const request = { actor, query, params: {} } as unknown as ListRequest
  const [first] = Object.values(list.sorts) as [List['sorts'][string]]
  const sort = list.sorts[String(query.sort)] ?? first
  const { found } = await readRows(pool, list, request, sort, { after: undefined, limit: 100 })
  const rows = found.map(({ row }) => row)
  return (await list.show(rows, request)) as Item[]
}
