import { sql } from 'kysely'
import type { Tx } from '#platform/db'

/** Deletes the kept answers of a caller that will not repeat its requests. */
export async function forgetAnswers(
  tx: Tx,
  actorId: string,
  companyIds: readonly string[],
): Promise<void> {
  await sql`
    delete from platform.idempotency
    where company_id = any(${[...companyIds]}) and actor_id = ${actorId}
  `.execute(tx)
}
