import { listRoutes } from '#platform/lists'
import { defineModule, type Runtime } from '#platform/module'
import { addressList } from './address-list.ts'
import { addressesData } from './personal-data-store.ts'
import { addressRoutes } from './routes.ts'
import { createAddresses } from './service.ts'

export const addressesModule = defineModule({
  name: 'addresses',
  tags: { Addresses: 'The address book of a company.' },
  personalData: [addressesData],
  make: ({ database, now }: Runtime) => {
    const addresses = createAddresses({ database, now })
    return {
      services: { addresses },
      routes: [addressRoutes(addresses), listRoutes(database, addressList(database))],
    }
  },
})
