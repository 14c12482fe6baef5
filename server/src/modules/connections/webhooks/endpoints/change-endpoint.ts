import type { Actor } from '#kernel/actor'
import { ringAfterCommit } from '#platform/wake'
import { deliveryTopic } from '../deliveries/delivery.ts'
import { holdWaiting, releaseHeld, resumeHeld } from '../deliveries/hold-store.ts'
import type { Deps } from '../deps.ts'
import { fail } from '../failures.ts'
import { announceState } from './announce-state.ts'
import { auditEndpoint, hostOf } from './audit-endpoint.ts'
import { markBreakerClosed } from './breaker-store.ts'
import { checkEndpointUrl } from './check-url.ts'
import { assertKindsKnown } from './create-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { type EndpointChange, findEndpoint, lockState, updateEndpoint } from './endpoint-store.ts'
import { sealSigningKey } from './secrets.ts'

export type ChangeEndpointInput = Omit<EndpointChange, 'signingKey'> & {
  readonly ed25519?: boolean
}

/** Waiting deliveries go to the new address. Pausing holds them, resuming releases them. */
export async function changeEndpoint(
  deps: Deps,
  actor: Actor,
  endpointId: string,
  { ed25519, ...wished }: ChangeEndpointInput,
): Promise<Endpoint> {
  const { companyId } = actor
  // This comes before the address is looked up: a caller without access must not make us do that work.
  const before = await findEndpoint(deps.database.pool, companyId, endpointId)
  if (!before) throw fail('endpoint_not_found', { endpointId })
  const change = { ...wished, ...signingKeyOf(deps, before, ed25519) }
  if (change.events) assertKindsKnown(deps, change.events)
  if (change.url !== undefined) await checkEndpointUrl(deps.checkUrl, change.url)

  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const stateBefore = change.state && (await lockState(tx, companyId, endpointId))
    const isChanged = await updateEndpoint(tx, companyId, endpointId, change, now)
    const endpoint = await findEndpoint(tx, companyId, endpointId)
    if (!endpoint) throw fail('endpoint_not_found', { endpointId })
    if (!isChanged) throw fail('endpoint_disabled', { endpointId })

    auditEndpoint(tx, actor, 'changed', endpointId, now, detailsOf(change))
    // The address is new, or somebody says that it works again: try it at once.
    const isTriedAnew = change.url !== undefined || change.state === 'ACTIVE'
    const wasOpen = isTriedAnew && (await markBreakerClosed(tx, { companyId, endpointId }, now))
    if (wasOpen && endpoint.state === 'ACTIVE') {
      await resumeHeld(tx, companyId, endpointId, now)
      ringAfterCommit(tx, deliveryTopic)
    }
    if (change.state === 'PAUSED') await holdWaiting(tx, companyId, endpointId)
    if (change.state === 'ACTIVE') {
      await releaseHeld(tx, companyId, endpointId, now)
      ringAfterCommit(tx, deliveryTopic)
    }
    if (change.state && change.state !== stateBefore) await announceState(tx, endpoint, now)
    return endpoint
  })
}

/** A repeated request keeps the key, because receivers have its public half. */
function signingKeyOf(
  { seal }: Deps,
  { companyId, id, publicKey }: Endpoint,
  hasKey: boolean | undefined,
): Pick<EndpointChange, 'signingKey'> {
  if (hasKey === undefined || hasKey === (publicKey !== undefined)) return {}
  return { signingKey: hasKey ? sealSigningKey(seal, companyId, id) : null }
}

function detailsOf({ url, events, state, ...others }: EndpointChange) {
  return {
    fields: Object.keys({ ...others, ...(url !== undefined && { url }) }),
    ...(url !== undefined && { host: hostOf(url) }),
    ...(events && { events }),
    ...(state !== undefined && { state }),
  }
}
