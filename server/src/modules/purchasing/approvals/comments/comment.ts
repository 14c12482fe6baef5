import type { Id } from '#kernel/id'

/** What a person says about a request without deciding it. */
export type Comment = {
  readonly id: Id<'apc'>
  readonly requestId: string
  readonly authorId: string
  /** Undefined: the author was erased. */
  readonly text: string | undefined
  readonly writtenAt: Date
}
