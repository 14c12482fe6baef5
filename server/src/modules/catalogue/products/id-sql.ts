import { sql } from '#platform/db'

const longestList = 32

/**
 * `column in (...)`, padded to the next power of two. PostgreSQL estimates an array parameter at ten items, so for a
 * shorter list it would find a custom plan cheaper and plan each execution anew. A list of parameters has a known
 * length.
 */
export function isOneOf(column: string, ids: readonly string[]) {
  const last = ids.at(-1)
  if (last === undefined || ids.length > longestList) return sql`${sql.ref(column)} = any(${ids})`
  const places = 2 ** Math.ceil(Math.log2(ids.length))
  const padded = [...ids, ...Array.from({ length: places - ids.length }, () => last)]
  return sql`${sql.ref(column)} in (${sql.join(padded)})`
}
