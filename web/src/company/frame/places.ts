import type { MessageKey } from '../../language/catalogue.ts'
import type { Me } from '../api.ts'
import { isAccountant, mayApprove, mayReadBudgets, maySell, maySource } from '../rights.ts'

export type Place = {
  readonly to:
    | '/'
    | '/quick-order'
    | '/requisitions'
    | '/orders'
    | '/invoices'
    | '/approvals'
    | '/company'
    | '/sales'
    | '/lists'
    | '/standing-orders'
    | '/tickets'
  readonly name: MessageKey
  /** The other addresses of which the place is a part. */
  readonly within?: readonly string[]
  /** Absent: everybody finds something there. */
  readonly isFor?: (me: Me) => boolean
}

/** The pages that a person reaches from every page, in the order of the menu. */
const places: readonly Place[] = [
  { to: '/', name: 'frame.search' },
  {
    to: '/sales',
    name: 'sales.title',
    within: ['/statement', '/own-products', '/imports'],
    isFor: maySell,
  },
  { to: '/quick-order', name: 'quickOrder.title' },
  { to: '/lists', name: 'shoppingLists.title' },
  { to: '/requisitions', name: 'requisitions.title' },
  { to: '/orders', name: 'frame.orders', within: ['/contracts'] },
  { to: '/invoices', name: 'invoicesPage.title', isFor: isAccountant },
  { to: '/standing-orders', name: 'standing.title', isFor: maySource },
  {
    to: '/approvals',
    name: 'approvals.title',
    isFor: mayApprove,
  },
  { to: '/tickets', name: 'tickets.title' },
  {
    to: '/company',
    name: 'ourCompany.title',
    isFor: mayReadBudgets,
  },
]

export function placesFor(me: Me): readonly Place[] {
  return places.filter(({ isFor }) => isFor?.(me) ?? true)
}
