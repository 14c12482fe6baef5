import type { Conn } from '#platform/db'
import type { FxTables } from './rows.generated.ts'

export type * from './rows.generated.ts'

export const tables = (conn: Conn) => conn.withTables<FxTables>()
