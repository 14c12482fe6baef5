import { prefixOf } from '../records/record-kinds.ts'

/** The pages that have the list of a kind of record. The other kinds are found on Find. */
const pageOfKind: Readonly<Record<string, string>> = {
  aut: '/admin/automations',
  chk: '/admin/orders',
  dlv: '/admin/operations',
  evt: '/admin/operations',
  imp: '/admin/settings',
  inc: '/admin/operations',
  inv: '/admin/orders',
  rpl: '/admin/operations',
  run: '/admin/automations',
  whk: '/admin/operations',
}

/** The page of the navigation to which an address belongs: an order belongs to Orders. */
export function placeOfPath(path: string): string {
  const [, , area = '', id = ''] = path.split('/')
  switch (area) {
    case 'payments':
      return '/admin/orders'
    case 'records':
      return pageOfKind[prefixOf(id)] ?? '/admin/find'
    case 'runbooks':
      return '/admin/operations'
    default:
      return `/admin/${area}`
  }
}
