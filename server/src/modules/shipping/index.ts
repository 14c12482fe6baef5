export {
  type MethodKind,
  methodKinds,
  type ShippingMethod,
  type ShippingOption,
  type UntoldOption,
} from './method.ts'
export { shippingRoutes } from './routes.ts'
export { ShippingOptionView, viewShippingOption } from './schemas.ts'
export { createShipping, type OptionsOf, type Shipping, type ShippingDeps } from './service.ts'
