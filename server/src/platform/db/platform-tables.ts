import type { Conn } from './conn.ts'
import type { PlatformTables } from './rows.generated.ts'

export type * from './rows.generated.ts'

export const tables = (conn: Conn) => conn.withTables<PlatformTables>()
