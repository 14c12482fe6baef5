export type { FieldKind } from './fields.ts'
export {
  type Condition,
  type Cut,
  defineList,
  filter,
  type List,
  type ListRequest,
  lastId,
  newestFirst,
  ofCompany,
  ofScope,
  type PageById,
  placed,
  type QueryOf,
  readNewest,
  requiredFilter,
} from './list.ts'
export { listRoutes } from './list-routes.ts'
export { readRows } from './read-rows.ts'
