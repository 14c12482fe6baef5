import type { ConditionInput } from '../automation.ts'
import type { Accepted } from './accept.ts'
import type { EventFacts, KindShape, SentFacts } from './environment.ts'
import type { Evaluation } from './evaluate.ts'

/** The questions for the child processes that work on conditions. */
export type ConditionQuestion<Facts = EventFacts> =
  | {
      readonly ask: 'evaluate'
      readonly type: string
      readonly expression: string
      readonly event: Facts
    }
  | { readonly ask: 'accept'; readonly type: string; readonly condition: ConditionInput }

export type ConditionAnswer = { readonly evaluation: Evaluation } | { readonly accepted: Accepted }

/** The question as it arrives in the child process. */
export type SentQuestion = ConditionQuestion<SentFacts>

export type ConditionSetup = { readonly kinds: readonly KindShape[] }
