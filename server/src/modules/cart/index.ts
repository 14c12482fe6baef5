export type { ItemsAdded } from './add-items.ts'
export { ItemsAddedView, viewItemsAdded } from './add-items-schemas.ts'
export type { Cart, CartLine, CartLock, CheckoutState } from './cart.ts'
export type { CompanyDefaults } from './certifications.ts'
export type {
  Bought,
  CartTaken,
  CheckoutLock,
  CheckoutOfCart,
  Release,
  TakenLine,
} from './checkout.ts'
export { markContract } from './contract-mark.ts'
export { contractRoutes } from './contract-routes.ts'
export type { ContractStatus } from './contract-store.ts'
export { cartData } from './personal-data-store.ts'
export { refusePracticeElsewhere } from './practice-elsewhere.ts'
export type { CartProblem } from './problems.ts'
export { problemMessages } from './problems.ts'
export type { Put, PutIntoCart } from './put-into-cart.ts'
export type { QuotedCart, QuotedLine } from './quoted-cart.ts'
export { cartRoutes } from './routes.ts'
export { type CartDeps, type Carts, createCarts } from './service.ts'
