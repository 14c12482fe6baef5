import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { deleteGrant, deleteOAuthOfPerson, type EndedGrant } from './grant-store.ts'

/** Revokes what one consent gave, with all its tokens, at once. */
export type EndGrant = (
  grantId: string,
  action: 'identity.oauth_access_ended' | 'identity.oauth_token_reused',
) => Promise<void>

export function createEndGrant(deps: {
  readonly database: Database
  readonly now: Clock
  readonly onRevoked: () => void
}): EndGrant {
  return async (grantId, action) => {
    await deps.database.transaction(async (tx) => {
      const ended = await deleteGrant(tx, grantId)
      if (ended) audit(tx, ended, action, deps.now())
    })
    deps.onRevoked()
  }
}

/** After a new password, or when the old one may be lost, every app must ask the person again. */
export async function endOAuthOfPerson(tx: Tx, userId: string, now: Date): Promise<void> {
  for (const ended of await deleteOAuthOfPerson(tx, userId)) {
    audit(tx, ended, 'identity.oauth_access_ended', now)
  }
}

function audit(
  tx: Tx,
  { companyId, appId, userId }: EndedGrant,
  action: Parameters<EndGrant>[1],
  now: Date,
): void {
  recordAudit(tx, {
    companyId,
    action,
    target: { type: 'oauth_app', id: appId },
    outcome: action === 'identity.oauth_token_reused' ? 'refused' : 'done',
    details: { userId },
    now,
  })
}
