import type { AddressOfImage } from '#modules/products'
import { publicUrlOf } from '#platform/deployment'
import { defineModule, type Runtime } from '#platform/module'
import { imagesSettings } from './settings.ts'
import { createSignedAddresses, sourceBaseUrlOf } from './signed-addresses.ts'

/** Signs the addresses of pictures. Products carry them, so this part is made before the products. */
export const imageAddressesModule = defineModule({
  name: 'image-addresses',
  settings: [imagesSettings],
  make: ({ settings, sealKeys }: Runtime) => {
    const imageAddresses = createSignedAddresses({
      sealKeys,
      publicUrl: publicUrlOf(settings),
      sourceBaseUrl: sourceBaseUrlOf(settings),
    })
    const addressOfImage: AddressOfImage = imageAddresses.urlOf
    return { services: { imageAddresses, addressOfImage } }
  },
})
