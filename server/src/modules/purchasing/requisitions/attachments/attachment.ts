import type { Id } from '#kernel/id'

/** A file that says more about a line, or proves the price that a buyer has agreed for it. */
export type Attachment = {
  readonly companyId: Id<'co'>
  readonly id: Id<'att'>
  /** Undefined: no line uses it yet. */
  readonly requisitionId: string | undefined
  readonly lineId: string | undefined
  /** It belongs to what the buyer found, not to what the requester wants. */
  readonly provesPrice: boolean
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
  /** A person or an integration. */
  readonly uploadedBy: string
  readonly createdAt: Date
}

/** The most files of a line. */
export const attachmentsMax = 10

export const fileKeyOf = (attachmentId: string): string => `requisitions/${attachmentId}`
