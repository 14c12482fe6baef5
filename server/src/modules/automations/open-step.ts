import type { Tx } from '#platform/db'
import type { LoggedEvent } from '#platform/outbox'
import type { Claimed } from './queue-store.ts'
import type { Output, Run } from './run.ts'

/** One action of one run. */
export type OpenStep = {
  readonly run: Pick<Run, 'companyId' | 'id' | 'automationId' | 'version' | 'outcome'>
  readonly rule: Pick<
    Claimed,
    'automationName' | 'publishedBy' | 'sealedSecret' | 'previousSealedSecret'
  >
  readonly event: LoggedEvent
  /** Its place among the actions, from 1. */
  readonly stepId: number
}

/** The same for every try of this action: receivers and our own tables know by it what they have done already. */
export const keyOf = ({ run, stepId }: OpenStep): string => `${run.id}:${stepId}`

export type Done = {
  readonly output: Output
  /** After the commit. A worker of its own does it where we die before. */
  readonly afterwards?: () => Promise<void>
}

/** A participant that does an action. */
export type Doing = (tx: Tx, now: Date) => Promise<Done>
