export { createShopping, type Shopping } from './service.ts'
export { shoppingModule } from './shopping-module.ts'
