/** Wrong on purpose: the boundary check must report this import, or it sees nothing at all. */
export { insertOrder } from '../../../src/modules/purchasing/orders/order-store.ts'
