import { sql } from 'kysely'
import type { Conn, Tx } from '#platform/db'
import type { TransportName } from './alert.ts'

/** The last test of a transport, and the settings that it tested. */
export type KeptTest = {
  readonly name: string
  readonly testedAs: string | null
  readonly error: string | null
}

export async function keepTest(
  tx: Tx,
  name: TransportName,
  test: { readonly testedAs: string; readonly testedAt: Date; readonly error: string | null },
): Promise<void> {
  await sql`
    update incidents.transports
    set tested_as = ${test.testedAs}, tested_at = ${test.testedAt}, test_error = ${test.error}
    where name = ${name}
  `.execute(tx)
}

export async function keptTests(conn: Conn): Promise<KeptTest[]> {
  const { rows } = await sql<KeptTest>`
    select name, tested_as as "testedAs", test_error as "error" from incidents.transports
  `.execute(conn)
  return rows
}
