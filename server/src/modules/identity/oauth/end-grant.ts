import type { Clock } from '#kernel/time'
import { recordAudit } from '#platform/audit'
import type { Database } from '#platform/db'
import { deleteGrant } from './grant-store.ts'

/** Takes back what one consent gave, with every token of it, at once. */
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
      if (!ended) return
      const { companyId, appId, userId } = ended
      await recordAudit(tx, {
        companyId,
        action,
        target: { type: 'oauth_app', id: appId },
        outcome: action === 'identity.oauth_token_reused' ? 'refused' : 'done',
        details: { grantId, userId },
        now: deps.now(),
      })
    })
    deps.onRevoked()
  }
}
