import { sql } from '#platform/db'
import type { World } from './world.ts'

/** Everybody has shown who they are just now. For files that may take longer than the five minutes that it holds. */
export async function seenNow({ parts }: World): Promise<void> {
  await sql`
    /* across companies: everybody */
    update identity.sessions set authenticated_at = now() where ended_at is null
  `.execute(parts.platform.database.pool)
  parts.modules.identity.forgetCredentials()
}
