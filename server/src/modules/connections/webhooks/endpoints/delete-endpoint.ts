import type { Actor } from '#kernel/actor'
import { cancelUnfinished } from '../deliveries/hold-store.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { cancelOfEndpoint } from '../replays/replay-record-store.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import { markDeleted } from './endpoint-store.ts'

/** Nothing more is sent to the endpoint. Its deliveries stay readable, because they record what was sent. */
export async function deleteEndpoint(deps: Deps, actor: Actor, endpointId: string): Promise<void> {
  const now = deps.now()
  const { companyId } = actor
  await deps.database.transaction(async (tx) => {
    if (!(await markDeleted(tx, companyId, endpointId, now))) {
      throw fail('endpoint_not_found', { endpointId })
    }
    auditEndpoint(tx, actor, 'deleted', endpointId, now)
    await cancelOfEndpoint(tx, companyId, endpointId, now)
    await cancelUnfinished(tx, companyId, endpointId, now)
    await deps.incidents.resolve(tx, {
      key: 'webhooks.endpoint-disabled',
      dedupeKey: endpointId,
      now,
    })
  })
}
