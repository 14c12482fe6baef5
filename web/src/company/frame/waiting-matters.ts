import type { LinkProps } from '@tanstack/react-router'
import { api, type Me } from '../api.ts'
import { listApprovals } from '../approvals/approval-api.ts'
import type { OrdersSearch } from '../orders/orders-address.ts'
import { mayApprove, mayAsk, maySell, maySource } from '../rights.ts'

type Place = Pick<LinkProps, 'to' | 'search' | 'params'>

/** Something that waits for the person. */
export type Matter = { readonly id: string; readonly name: string; readonly place: Place }

export type Found = {
  readonly matters: readonly Matter[]
  /** More waits than is shown. */
  readonly hasMore: boolean
}

export type Source = {
  readonly kind:
    | 'approvals'
    | 'returnedOrders'
    | 'returnedRequisitions'
    | 'requisitions'
    | 'decisions'
    | 'payments'
    | 'sales'
    | 'tickets'
  /** Steps on matters of this list say that it has changed. */
  readonly list: 'approvals' | 'requisitions' | 'orders' | 'sales' | 'tickets'
  readonly isFor: (me: Me) => boolean
  readonly read: (me: Me, signal: AbortSignal) => Promise<Found>
  /** The page that shows all of them. */
  readonly all: Place
}

const limit = 10

/** Where something may wait for a person, in the order in which the bell shows it. */
export const sources: readonly Source[] = [
  {
    kind: 'approvals',
    list: 'approvals',
    isFor: mayApprove,
    read: async (_me, signal) =>
      mattersOf(await listApprovals({ mine: 'to_decide' }, { limit }, signal), approvalMatter),
    all: { to: '/approvals' },
  },
  {
    kind: 'returnedOrders',
    list: 'approvals',
    isFor: mayApprove,
    read: async (_me, signal) => {
      const { data } = await listApprovals({ mine: 'requested' }, { limit: 50 }, signal)
      const open = data.filter(({ state, revisedBy }) => state === 'RETURNED' && !revisedBy)
      return mattersOf({ data: open, meta: {} }, approvalMatter)
    },
    all: { to: '/approvals', search: { mine: 'requested' } },
  },
  {
    kind: 'returnedRequisitions',
    list: 'requisitions',
    isFor: mayAsk,
    read: ({ person }, signal) =>
      readRequisitions({ state: 'RETURNED', requesterId: person.id }, signal),
    all: { to: '/requisitions', search: { state: 'RETURNED', mine: '1' } },
  },
  {
    kind: 'requisitions',
    list: 'requisitions',
    isFor: maySource,
    read: (_me, signal) => readRequisitions({ state: 'SUBMITTED' }, signal),
    all: { to: '/requisitions', search: { state: 'SUBMITTED' } },
  },
  {
    kind: 'decisions',
    list: 'orders',
    isFor: maySource,
    read: (_me, signal) => readOrders({ waitsFor: 'DECISION' }, signal),
    all: { to: '/orders', search: { waitsFor: 'DECISION' } },
  },
  {
    kind: 'payments',
    list: 'orders',
    isFor: maySource,
    read: (_me, signal) => readOrders({ waitsFor: 'PAYMENT' }, signal),
    all: { to: '/orders', search: { waitsFor: 'PAYMENT' } },
  },
  {
    kind: 'sales',
    list: 'sales',
    isFor: maySell,
    read: async (_me, signal) => {
      const query = { unanswered: true, limit }
      const page = await api.get('/api/v1/supplier/orders', { params: { query }, signal })
      return mattersOf(page, ({ id, number, buyer }) => ({
        id,
        name: `${number}, ${buyer.name}`,
        place: { to: '/sales/$orderId', params: { orderId: id } },
      }))
    },
    all: { to: '/sales' },
  },
  {
    kind: 'tickets',
    list: 'tickets',
    isFor: () => true,
    read: async (_me, signal) => {
      const query = { state: 'PENDING_CUSTOMER' as const, limit }
      const page = await api.get('/api/v1/support/tickets', { params: { query }, signal })
      return mattersOf(page, ({ id, number, subject }) => ({
        id,
        name: `${number}, ${subject}`,
        place: { to: '/tickets/$ticketId', params: { ticketId: id } },
      }))
    },
    all: { to: '/tickets', search: { state: 'PENDING_CUSTOMER' } },
  },
]

type Requisitions = { readonly state: 'RETURNED' | 'SUBMITTED'; readonly requesterId?: string }

async function readRequisitions(asked: Requisitions, signal: AbortSignal): Promise<Found> {
  const query = { ...asked, limit }
  const page = await api.get('/api/v1/requisitions', { params: { query }, signal })
  return mattersOf(page, ({ id, number, title }) => ({
    id,
    name: title === undefined ? number : `${number}, ${title}`,
    place: { to: '/requisitions/$requisitionId', params: { requisitionId: id } },
  }))
}

async function readOrders(asked: OrdersSearch, signal: AbortSignal): Promise<Found> {
  const query = { ...asked, limit }
  const page = await api.get('/api/v1/orders', { params: { query }, signal })
  return mattersOf(page, ({ id, number }) => ({
    id,
    name: number,
    place: { to: '/orders/$orderId', params: { orderId: id } },
  }))
}

const approvalMatter = (request: { readonly id: string; readonly orderNumber: string }) => ({
  id: request.id,
  name: request.orderNumber,
  place: { to: '/approvals/$approvalId', params: { approvalId: request.id } } as const,
})

type Page<Item> = {
  readonly data: readonly Item[]
  readonly meta: { readonly nextCursor?: string }
}

function mattersOf<Item>({ data, meta }: Page<Item>, toMatter: (item: Item) => Matter): Found {
  return { matters: data.map(toMatter), hasMore: meta.nextCursor !== undefined }
}
