import { type Cut, defineList, type ListRequest, placed } from '#platform/lists'
import type { ShippingMethod } from './method.ts'
import { MethodsView, MethodView, viewMethod } from './schemas.ts'
import type { Shipping } from './service.ts'

const sharedOptions = {
  description: 'Lists the methods in the order in which buyers see them.',
  tags: ['Shipping'],
  item: MethodView,
  within: { name: 'methods', view: MethodsView },
  columns: ['id', 'name', 'kind', 'countries', 'currency', 'leadTimeDays', 'position'],
  filters: {},
  show: (methods: readonly ShippingMethod[]) => methods.map(viewMethod),
} as const

const sortsOf = (shipping: Shipping) => ({
  position: { read: (request: ListRequest, cut: Cut) => readOwn(shipping, request, cut) },
})

/** The methods of a supplier, for its administrators. */
export const ownMethodList = (shipping: Shipping) =>
  defineList({
    ...sharedOptions,
    operationId: 'listOwnShippingMethods',
    url: '/api/v1/company/shipping-methods',
    summary: 'List shipping methods of your company',
    config: { access: 'company_admin' },
    sorts: sortsOf(shipping),
  })

/** The methods of the platform, for operators. */
export const platformMethodList = (shipping: Shipping) =>
  defineList({
    ...sharedOptions,
    operationId: 'listPlatformShippingMethods',
    url: '/admin/shipping-methods',
    summary: 'List shipping methods of the platform',
    config: { access: 'operator' },
    sorts: sortsOf(shipping),
  })

async function readOwn(shipping: Shipping, { actor }: ListRequest, { after, limit }: Cut) {
  const [position, id] = after ?? []
  const place = id === undefined ? undefined : { position: Number(position), id: String(id) }
  const found = await shipping.listOwn(actor, { after: place, limit })
  return placed(found, (method) => [method.position, method.id])
}
