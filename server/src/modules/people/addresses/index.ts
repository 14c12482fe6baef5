export { countAddressesOfUnit } from './address-store.ts'
export { addressesModule } from './addresses-module.ts'
export {
  addressNotFound,
  addressNotPrintable,
  isPrintable,
  listSeenAddresses,
} from './seen-addresses.ts'
