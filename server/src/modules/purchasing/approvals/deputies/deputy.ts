import type { Id } from '#kernel/id'

/** Another person who may decide in a person's place for some time. */
export type Deputy = {
  readonly id: Id<'dep'>
  readonly personId: string
  readonly deputyId: string
  readonly startsAt: Date
  readonly endsAt: Date
}

export type DeputyPage = {
  readonly after?: { readonly startsAt: Date; readonly id: string } | undefined
  readonly limit: number
}
