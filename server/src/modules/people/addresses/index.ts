export { countAddressesOfUnit } from './address-store.ts'
export { addressesModule } from './addresses-module.ts'
export { addressNotFound, listSeenAddresses } from './seen-addresses.ts'
