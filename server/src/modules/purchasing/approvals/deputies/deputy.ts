import type { Id } from '#kernel/id'
import { after, daysMs } from '#kernel/time'
import { fail } from '../failures.ts'

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

export type DeputyInput = {
  readonly deputyId: string
  readonly startsAt?: Date | undefined
  readonly endsAt: Date
}

/** The period of a deputy. It begins now unless the person chose another start. Throws if it is not valid. */
export function periodOf(
  { startsAt: chosenStart, endsAt }: Omit<DeputyInput, 'deputyId'>,
  now: Date,
): Pick<Deputy, 'startsAt' | 'endsAt'> {
  const startsAt = chosenStart ?? now
  if (endsAt <= startsAt || endsAt <= now || endsAt > after(now, daysMs(366))) {
    throw fail('period_invalid')
  }
  return { startsAt, endsAt }
}
