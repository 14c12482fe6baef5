import type { Actor } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Tx } from '#platform/db'

type Done = 'created' | 'changed' | 'published' | 'deleted' | 'released' | 'secret_rotated'

/** A rule acts in the company's name when nobody is present, so each change of it is recorded. */
export function auditAutomation(
  tx: Tx,
  actor: Actor,
  done: Done,
  automationId: string,
  now: Date,
  details: Parameters<typeof recordAudit>[1]['details'] = {},
  companyId: string = actor.companyId,
): void {
  recordAudit(tx, {
    companyId,
    actor,
    action: `automations.automation_${done}`,
    target: { type: 'automation', id: automationId },
    outcome: 'done',
    details,
    now,
  })
}
