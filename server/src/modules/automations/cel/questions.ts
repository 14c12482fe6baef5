import type { ConditionInput } from '../automation.ts'
import type { Accepted } from './accept.ts'
import type { EventFacts, KindShape, SentFacts } from './environment.ts'
import type { Evaluation } from './evaluate.ts'

/** What the children that work on conditions are asked. */
export type ConditionQuestion<Facts = EventFacts> =
  | {
      readonly ask: 'evaluate'
      readonly type: string
      readonly expression: string
      readonly event: Facts
    }
  | { readonly ask: 'accept'; readonly type: string; readonly condition: ConditionInput }

export type ConditionAnswer = { readonly evaluation: Evaluation } | { readonly accepted: Accepted }

/** How the question looks where it arrives. */
export type SentQuestion = ConditionQuestion<SentFacts>

export type ConditionSetup = { readonly kinds: readonly KindShape[] }
