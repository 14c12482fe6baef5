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

/** Where events go to, and who may check them, is a door out of the company: each change of it is told. */
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

/** The rest of an address may hold what lets somebody in. */
export const hostOf = (url: string): string => new URL(url).host
