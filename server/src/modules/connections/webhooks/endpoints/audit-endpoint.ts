import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'

type Done =
  | 'created'
  | 'changed'
  | 'deleted'
  | 'secret_rotated'
  | 'enabled'
  | 'tested'
  | 'replayed'
  | 'window_replayed'
  | 'replay_cancelled'

/**
 * An endpoint sends data out of the company, so each change of its address, or of what verifies its deliveries, is
 * recorded.
 */
export function auditEndpoint(
  tx: Tx,
  actor: Actor,
  done: Done,
  endpointId: string,
  now: Date,
  details: Parameters<typeof recordAudit>[1]['details'] = {},
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `webhooks.endpoint_${done}`,
    target: { type: 'webhook', id: endpointId },
    outcome: 'done',
    details,
    now,
  })
}

/** The rest of an address may contain a credential. */
export const hostOf = (url: string): string => new URL(url).host
