import type { Conn } from '#platform/db'
import type { QuotasTables } from './rows.generated.ts'

export type * from './rows.generated.ts'

export const tables = (conn: Conn) => conn.withTables<QuotasTables>()
