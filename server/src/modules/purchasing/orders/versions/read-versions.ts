import type { Actor } from '#kernel/actor'
import type { Conn } from '#platform/db'
import { fail } from '../failures.ts'
import { stepsMax } from '../fulfilment/steps-max.ts'
import type { Order } from '../order.ts'
import { findOrder } from '../order-store.ts'
import type { Terms } from '../proposals/proposal.ts'
import { findReader } from '../supplier/find-reader.ts'
import { partOfSupplier } from '../supplier/part-of-order.ts'
import type { OrderVersion } from './version.ts'
import { termsBefore } from './version.ts'
import { listVersions, type VersionPage } from './version-store.ts'

type Reading = { readonly orderId: string }

/** Newest first. Throws `orders.order_not_found` for those who may not read the order. */
export async function readVersions(
  conn: Conn,
  actor: Actor,
  { orderId }: Reading,
  page: VersionPage,
): Promise<OrderVersion[]> {
  const { companyId, supplierId } = await findReader(conn, actor, orderId)
  return listVersions(conn, companyId, orderId, { ...page, supplierId })
}

export type OrderAtVersion = {
  readonly order: Order
  readonly version: number
  readonly lines: readonly { readonly lineNumber: number; readonly terms: Terms }[]
  /** What this version changed. Undefined: it changed no terms. */
  readonly made: OrderVersion | undefined
}

/** The terms of all lines after the step that made this version. 1 is the order as it was placed. */
export async function readVersion(
  conn: Conn,
  actor: Actor,
  { orderId, version: named }: Reading & { readonly version: string },
): Promise<OrderAtVersion> {
  const { companyId, supplierId } = await findReader(conn, actor, orderId)
  const document = await findOrder(conn, companyId, orderId)
  if (!document) throw fail('order_not_found', { orderId })
  const { order, lines } = supplierId ? partOfSupplier(document, supplierId) : document
  const version = /^[1-9]\d{0,6}$/.test(named) ? Number(named) : 0
  if (version < 1 || version > order.version) {
    throw fail('version_not_found', { newest: order.version })
  }
  const range = { after: version - 1, supplierId, limit: stepsMax }
  const since = await listVersions(conn, companyId, orderId, range)
  const progress = lines.map((line) => line.progress)
  const later = since.filter((one) => one.version > version)
  const terms = termsBefore(progress, later)
  return {
    order,
    version,
    // An order without deliveries has one address.
    lines: [...terms].map(([lineNumber, { delivery, ...one }]) => ({
      lineNumber,
      terms: order.deliveries ? { ...one, delivery } : one,
    })),
    made: since.find((one) => one.version === version),
  }
}
