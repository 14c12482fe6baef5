import type { Actor } from '#kernel/actor'
import { emit } from '#platform/outbox'
import type { Deps } from '../deps.ts'
import { testMessage, WebhookTest } from '../events.ts'
import { fail } from '../failures.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import { findEndpoint } from './endpoint-store.ts'

/** A test is an ordinary event, with the same event log and worker. Returns its id, which the delivery header has. */
export async function sendTest(deps: Deps, actor: Actor, endpointId: string): Promise<string> {
  const { companyId } = actor
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const endpoint = await findEndpoint(tx, companyId, endpointId)
    if (!endpoint) throw fail('endpoint_not_found', { endpointId })
    if (endpoint.state !== 'ACTIVE') {
      throw fail('endpoint_not_active', { endpointId, state: endpoint.state })
    }
    auditEndpoint(tx, actor, 'tested', endpointId, now)
    return emit(tx, WebhookTest, {
      companyId,
      entityId: endpointId,
      entityVersion: 1,
      data: { endpointId, message: testMessage },
      occurredAt: now,
    })
  })
}
