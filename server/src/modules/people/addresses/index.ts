export { countAddressesOfUnit } from './address-store.ts'
export { addressesModule } from './addresses-module.ts'
