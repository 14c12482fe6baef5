import type { ApprovalRequest, RequestSummary } from '#modules/approvals'
import { findUnitOfMember, listCompanyNames } from '#modules/identity'
import { findUnit } from '#modules/structure'
import type { Conn } from '#platform/db'
import type { Order } from '../order.ts'
import { findOrder } from '../order-store.ts'
import { textOf } from './differences.ts'

/** What the mails about a request say of its order. */
export async function describeRequest(
  conn: Conn,
  request: ApprovalRequest,
): Promise<RequestSummary> {
  const { companyId, orderId } = request
  const document = await findOrder(conn, companyId, orderId)
  if (!document) return { suppliers: [] }
  const { order } = document
  const unit = await unitOf(conn, request)
  const suppliers = await suppliersOf(conn, order)
  return {
    poNumber: order.poNumber,
    unit: unit?.name,
    shipTo: textOf(order.shipTo),
    suppliers: suppliers.map(({ name }) => name),
  }
}

/** The unit that the person who ordered belongs to now. */
export async function unitOf(
  conn: Conn,
  { companyId, requesterId }: Pick<ApprovalRequest, 'companyId' | 'requesterId'>,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const unitId = await findUnitOfMember(conn, companyId, requesterId)
  const unit = unitId === undefined ? undefined : await findUnit(conn, companyId, unitId)
  return unit && { id: unit.id, name: unit.name }
}

/** The names that the suppliers had when the order was placed, or else their present names. */
export async function suppliersOf(
  conn: Conn,
  { supplierIds, parties }: Pick<Order, 'supplierIds' | 'parties'>,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const then = new Map(parties?.sellers.map(({ companyId, name }) => [companyId, name]))
  const unnamed = supplierIds.filter((id) => !then.has(id))
  const names = unnamed.length > 0 ? await listCompanyNames(conn, unnamed) : new Map()
  return supplierIds.map((id) => ({ id, name: then.get(id) ?? names.get(id) ?? id }))
}
