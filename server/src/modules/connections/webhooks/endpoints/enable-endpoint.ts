import type { Actor } from '#kernel/actor'
import { ringAfterCommit } from '#platform/wake'
import { deliveryTopic } from '../deliveries/delivery.ts'
import { releaseHeld } from '../deliveries/hold-store.ts'
import { fail } from '../failures.ts'
import { announceState } from './announce-state.ts'
import { auditEndpoint } from './audit-endpoint.ts'
import type { Endpoint } from './endpoint.ts'
import { findEndpoint, getEndpoint, lockState, markEnabled } from './endpoint-store.ts'
import { type Tried, type TryDeps, tryReceiver } from './try-receiver.ts'

export type Enabled = {
  readonly endpoint: Endpoint
  readonly released: number
  /** What the receiver answered to the test before. Undefined if the endpoint was not disabled. */
  readonly test: Tried | undefined
}

export type Enabling = {
  /** Without it a webhook that its company paused stays paused. */
  readonly pausedToo: boolean
  /** True: the endpoint becomes active even if its receiver fails the test. */
  readonly evenIfTestFails: boolean
}

/**
 * Sends held deliveries, oldest first. A repeat is harmless: nothing is left to release. A disabled endpoint gets a
 * test first, because its receiver failed before: whoever enables it learns at once whether it works.
 */
export async function enableEndpoint(
  deps: TryDeps,
  actor: Actor,
  endpointId: string,
  { pausedToo, evenIfTestFails }: Enabling,
): Promise<Enabled> {
  const { companyId } = actor
  const test = await testDisabled(deps, actor, endpointId)
  if (test?.passed === false && !evenIfTestFails) {
    throw fail('test_failed', { endpointId, ...test })
  }
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    const stateBefore = await lockState(tx, companyId, endpointId)
    if (!(await markEnabled(tx, companyId, endpointId, { pausedToo, now }))) {
      const found = await findEndpoint(tx, companyId, endpointId)
      throw fail(found ? 'paused_by_company' : 'endpoint_not_found', { endpointId })
    }
    const released = await releaseHeld(tx, companyId, endpointId, now)
    await deps.incidents.resolve(tx, {
      key: 'webhooks.endpoint-disabled',
      dedupeKey: endpointId,
      now,
    })
    auditEndpoint(tx, actor, 'enabled', endpointId, now, { released, ...outcomeOf(test) })
    ringAfterCommit(tx, deliveryTopic)
    const endpoint = await getEndpoint(tx, companyId, endpointId)
    if (stateBefore !== 'ACTIVE') await announceState(tx, endpoint, now)
    return { endpoint, released, test }
  })
}

/** Outside of any transaction, because a receiver may be slow. The audit log has each test that failed. */
async function testDisabled(
  deps: TryDeps,
  actor: Actor,
  endpointId: string,
): Promise<Tried | undefined> {
  const { companyId } = actor
  const endpoint = await findEndpoint(deps.database.pool, companyId, endpointId)
  if (endpoint?.state !== 'DISABLED') return undefined
  const test = await tryReceiver(deps, endpoint)
  if (test.passed) return test
  await deps.database.transaction(async (tx) =>
    auditEndpoint(tx, actor, 'tested', endpointId, deps.now(), outcomeOf(test)),
  )
  return test
}

const outcomeOf = (test: Tried | undefined) =>
  test ? { testPassed: test.passed, ...(test.statusCode && { statusCode: test.statusCode }) } : {}
