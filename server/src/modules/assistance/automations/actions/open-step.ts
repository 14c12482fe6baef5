import type { Tx } from '#platform/db'
import type { LoggedEvent } from '#platform/outbox'
import type { Claimed } from '../running/queue-store.ts'
import type { Output, Run } from '../running/run.ts'

/** One action of one run. */
export type OpenStep = {
  readonly run: Pick<Run, 'companyId' | 'id' | 'automationId' | 'version' | 'outcome'>
  readonly rule: Pick<
    Claimed,
    'automationName' | 'publishedBy' | 'sealedSecret' | 'previousSealedSecret'
  >
  readonly event: LoggedEvent
  /** The number of the action, from 1. */
  readonly stepId: number
}

/** The same for every try of this action: receivers and our own tables use it to detect a repeat. */
export const keyOf = ({ run, stepId }: OpenStep): string => `${run.id}:${stepId}`

export type Done = {
  readonly output: Output
  /** Runs after the commit. If this process dies before, a worker of its own does the same. */
  readonly afterwards?: () => Promise<void>
}

/** A participant that performs an action. */
export type Doing = (tx: Tx, now: Date) => Promise<Done>
