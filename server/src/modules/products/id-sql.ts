import { sql } from '#platform/db'

const longestList = 32

/**
 * `column in (...)`, with as many places as the next power of two. PostgreSQL expects ten items of an array it does not
 * know yet, finds every shorter one cheaper to plan anew, and would so plan each time; a list has the length it has.
 */
export function isOneOf(column: string, ids: readonly string[]) {
  const last = ids.at(-1)
  if (last === undefined || ids.length > longestList) return sql`${sql.ref(column)} = any(${ids})`
  const places = 2 ** Math.ceil(Math.log2(ids.length))
  const padded = [...ids, ...Array.from({ length: places - ids.length }, () => last)]
  return sql`${sql.ref(column)} in (${sql.join(padded)})`
}
