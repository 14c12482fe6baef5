import { type Actor, readsOwnOnly } from '#kernel/actor'
import { Failure } from '#kernel/failure'
import type { Orders } from '#modules/orders'
import type { Payments } from '#modules/payments'
import type { Products } from '#modules/products'
import type { Conn } from '#platform/db'
import type { SupportDeps } from '../deps.ts'
import type { Link } from './ticket.ts'

type Records = {
  readonly orders: Pick<Orders, 'findReadable' | 'findOrderOfReturn'>
  readonly payments: Pick<Payments, 'find'>
  readonly products: Pick<Products, 'readProduct'>
}

const lineShape = /^(.{1,64})\/([1-9]\d{0,5})$/

/** Finds the record of a link in the actor's own company. A product is found if the company sees it. */
export function linkedRecords(records: Records): SupportDeps['findLinked'] {
  return async (conn, actor, link) => {
    const found = await find(records, conn, actor, link)
    return found && { ...link, orderId: undefined, ...found }
  }
}

type Found = { readonly orderId?: string } | undefined

async function find(
  { orders, payments, products }: Records,
  conn: Conn,
  actor: Actor,
  { type, id }: Pick<Link, 'type' | 'id'>,
): Promise<Found> {
  const { companyId } = actor
  switch (type) {
    case 'order':
      return (await orders.findReadable(conn, actor, id)) && {}
    case 'line':
      return findLine(orders, conn, actor, id)
    case 'payment':
      return readsOwnOnly(actor) ? undefined : (await payments.find(conn, companyId, id)) && {}
    case 'product':
      return findProduct(products, actor, id)
    case 'return': {
      const orderId = await orders.findOrderOfReturn(conn, companyId, id)
      const order =
        orderId === undefined ? undefined : await orders.findReadable(conn, actor, orderId)
      return order && { orderId: order.order.id }
    }
  }
}

async function findLine(
  orders: Pick<Orders, 'findReadable'>,
  conn: Conn,
  actor: Actor,
  id: string,
): Promise<Found> {
  const [, orderId, number] = lineShape.exec(id) ?? []
  const document = orderId && (await orders.findReadable(conn, actor, orderId))
  if (!document) return undefined
  const hasLine = document.lines.some(({ progress }) => progress.lineNumber === Number(number))
  return hasLine ? { orderId } : undefined
}

async function findProduct(
  products: Pick<Products, 'readProduct'>,
  actor: Actor,
  id: string,
): Promise<Found> {
  try {
    await products.readProduct(actor, id)
    return {}
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined
    throw error
  }
}
