import type { Id } from '#kernel/id'

/** A question or an answer of a person about a request. It decides nothing. */
export type Comment = {
  readonly id: Id<'apc'>
  readonly requestId: string
  readonly authorId: string
  /** Undefined: the author was erased. */
  readonly text: string | undefined
  readonly writtenAt: Date
}
