import { firstIdAt } from '#kernel/id'
import type { Conn } from '#platform/db'
import { hasEverBeen } from '../endpoints/endpoint-store.ts'
import { fail } from '../failures.ts'
import type { Attempt, DeliveryState } from './delivery.ts'
import { listAttempts, listDeliveries } from './delivery-store.ts'
import { type DeliveryName, findNamedDelivery } from './find-named-delivery.ts'
import { type ShownDelivery, withHoldReasons } from './hold-reason.ts'

export type DeliverySearch = {
  readonly state?: DeliveryState
  readonly type?: string
  readonly eventId?: string
  readonly since?: Date
}

export type DeliveryWithAttempts = {
  readonly delivery: ShownDelivery
  readonly attempts: readonly Attempt[]
}

/** Includes deliveries of deleted endpoints. */
export async function listShownDeliveries(
  conn: Conn,
  companyId: string,
  endpointId: string,
  { since, ...search }: DeliverySearch,
  page: { readonly before?: string; readonly limit: number },
): Promise<ShownDelivery[]> {
  if (!(await hasEverBeen(conn, companyId, endpointId))) {
    throw fail('endpoint_not_found', { endpointId })
  }
  const filter = { ...search, ...(since && { fromId: firstIdAt('dlv', since) }) }
  const found = await listDeliveries(conn, companyId, endpointId, filter, page)
  return withHoldReasons(conn, companyId, found)
}

export async function getShownDelivery(
  conn: Conn,
  companyId: string,
  requested: DeliveryName,
): Promise<DeliveryWithAttempts> {
  const found = await findNamedDelivery(conn, companyId, requested, 'last')
  const [shown] = await withHoldReasons(conn, companyId, [found])
  const delivery = shown ?? { ...found, heldBecause: undefined }
  return { delivery, attempts: await listAttempts(conn, companyId, found.id) }
}
