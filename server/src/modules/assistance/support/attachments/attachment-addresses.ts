import { minutesMs } from '#kernel/time'
import { createAddressSigner, type SealKeys } from '#platform/seal'

/** Signs the addresses at which a browser opens a file without a credential, for a short time. */
export type AttachmentAddresses = {
  readonly urlOf: (attachmentId: string, now: Date) => string
  /** Whether we signed this address, and it has not expired. */
  readonly isSigned: (address: SignedAddress, now: Date) => boolean
}

export type SignedAddress = {
  readonly attachmentId: string
  /** Seconds since 1970. */
  readonly expires: number
  readonly signature: string
}

/** An address opens for 15 to 30 minutes: within a quarter of an hour everybody gets the same one, so that browsers keep the file. */
const validMs = minutesMs(15)

export function createAttachmentAddresses(given: {
  readonly sealKeys: SealKeys
  readonly publicUrl: string
}): AttachmentAddresses {
  const { publicUrl } = given
  const signer = createAddressSigner(given.sealKeys, 'purveyor addresses of attachments v1')
  const nameOf = (attachmentId: string, expires: number) => `${attachmentId}/${expires}`
  return {
    urlOf: (attachmentId, now) => {
      const expires = ((Math.floor(now.getTime() / validMs) + 2) * validMs) / 1_000
      const signature = signer.sign(nameOf(attachmentId, expires))
      return `${publicUrl}/api/v1/support/attachments/${attachmentId}/file?expires=${expires}&signature=${signature}`
    },
    isSigned: ({ attachmentId, expires, signature }, now) =>
      expires * 1_000 > now.getTime() && signer.verify(nameOf(attachmentId, expires), signature),
  }
}
