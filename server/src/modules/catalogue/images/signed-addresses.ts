import type { SettingsReading } from '#platform/config'
import { platformSettings, publicUrlOf } from '#platform/deployment'
import { createLocalCache } from '#platform/local-cache'
import { createAddressSigner, type SealKeys } from '#platform/seal'
import type { PictureName } from './picture-names.ts'
import { imagesSettings } from './settings.ts'

/** The version of a product without a picture. Its address shows the placeholder. */
export const noPicture = 'none'

/** Signs addresses of pictures, which open without a credential, and verifies them. */
export type SignedAddresses = {
  /** The address for an `<img>`. `preset` and `format` may be added to it. */
  readonly urlOf: (productId: string, version: string | undefined) => string
  readonly isSigned: (name: PictureName, signature: string) => boolean
  /** The address at which the processor reads the picture as it was uploaded or fetched. */
  readonly sourceUrlOf: (name: PictureName) => string
  readonly isSourceSigned: (name: PictureName, signature: string) => boolean
}

export const sourcesPath = '/api/v1/images/sources/'

/** Where the processor reads pictures from the API. */
export function sourceBaseUrlOf(settings: SettingsReading): string {
  const { IMAGE_SOURCE_BASE_URL } = settings.of(imagesSettings)
  const { API_BASE_URL } = settings.of(platformSettings)
  return (IMAGE_SOURCE_BASE_URL ?? API_BASE_URL ?? publicUrlOf(settings)).replace(/\/$/, '')
}

/** About two megabytes for each kind of address. */
const keptMax = 10_000

/** The two kinds of addresses have keys of their own: an address of a picture does not open its source. */
export function createSignedAddresses(given: {
  readonly sealKeys: SealKeys
  readonly publicUrl: string
  readonly sourceBaseUrl: string
}): SignedAddresses {
  const { sealKeys, publicUrl, sourceBaseUrl } = given
  const pictures = createSigner(sealKeys, 'purveyor addresses of pictures v1')
  const sources = createSigner(sealKeys, 'purveyor sources of pictures v1')
  return {
    urlOf: (productId, version = noPicture) =>
      `${publicUrl}/api/v1/images/${productId}/${version}?signature=${pictures.sign({ productId, version })}`,
    isSigned: pictures.verify,
    sourceUrlOf: ({ productId, version }) =>
      `${sourceBaseUrl}${sourcesPath}${productId}/${version}?signature=${sources.sign({ productId, version })}`,
    isSourceSigned: sources.verify,
  }
}

function createSigner(sealKeys: SealKeys, purpose: string) {
  const signer = createAddressSigner(sealKeys, purpose)
  /** A popular address is verified once. Signatures that are wrong are not kept. */
  const verified = createLocalCache<true>({ entriesMax: keptMax })
  /** A popular product is shown often, and its signature costs more than the rest of its view. */
  const signed = createLocalCache<string>({ entriesMax: keptMax })
  const nameOf = ({ productId, version }: PictureName) => `${productId}/${version}`
  return {
    sign: (name: PictureName) => {
      const address = nameOf(name)
      const known = signed.get(address)
      if (known !== undefined) return known
      const signature = signer.sign(address)
      signed.set(address, signature)
      return signature
    },
    verify: (name: PictureName, signature: string) => {
      const address = `${nameOf(name)}/${signature}`
      if (verified.get(address)) return true
      const isValid = signer.verify(nameOf(name), signature)
      if (isValid) verified.set(address, true)
      return isValid
    },
  }
}
