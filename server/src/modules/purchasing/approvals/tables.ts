import type { Conn } from '#platform/db'
import type { ApprovalsTables } from './rows.generated.ts'

export type * from './rows.generated.ts'

export const tables = (conn: Conn) => conn.withTables<ApprovalsTables>()
