import type { Principal } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import { findApiKey } from './api-keys/api-key-store.ts'
import { type AuthenticateDeps, livePerson } from './authenticate.ts'
import { findLatestGrant } from './oauth/grants/grant-store.ts'

/**
 * Returns whether the credential that a ticket was issued to still works: when a session ends, a key is revoked or a
 * consent is withdrawn, the tickets end too.
 */
export async function stillStands(deps: AuthenticateDeps, holder: Principal): Promise<boolean> {
  const now = deps.now()
  const { kind, id, companyId, clientId, sessionId } = holder
  const { pool } = deps.database
  if (kind === 'api_key') {
    const key = await findApiKey(pool, companyId, id)
    return key !== undefined && !key.revokedAt && key.expiresAt > now
  }
  if (kind === 'oauth_app') {
    return (await findLatestGrant(pool, companyId, clientId ?? '', id, now)) !== undefined
  }
  if (kind !== 'person' || sessionId === undefined) return false
  return livePerson(deps, { companyId, sessionId, userId: id }, now).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Failure) return false
      throw error
    },
  )
}
