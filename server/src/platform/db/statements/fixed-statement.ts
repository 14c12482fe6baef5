import { CompiledQuery } from 'kysely'
import type { Conn } from '../conn.ts'

/**
 * A statement whose text never changes, with numbered parameters. The `sql` tag builds the text anew for each call, which for a long
 * statement takes longer than sending it. Use this where each request runs such a statement.
 */
export function fixedStatement<Row>(text: string) {
  return async (conn: Conn, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await conn.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
}
