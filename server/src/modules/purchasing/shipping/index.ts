export type { MethodKind, ShippingOption, UnconvertibleOption } from './method.ts'
export { ShippingOptionView, viewShippingOption } from './schemas.ts'
export { createShipping, type Shipping } from './service.ts'
export { shippingModule } from './shipping-module.ts'
