import type { ConditionInput } from '../editing/automation.ts'
import type { SchemaAccepted } from '../editing/check-schema.ts'
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
  | { readonly ask: 'accept_schema'; readonly schema: JsonSchemaFields }
  | {
      readonly ask: 'check_answer'
      readonly schema: JsonSchemaFields
      readonly answer: unknown
    }

type JsonSchemaFields = Readonly<Record<string, unknown>>

export type ConditionAnswer =
  | { readonly evaluation: Evaluation }
  | { readonly accepted: Accepted }
  | { readonly schema: SchemaAccepted }
  /** The first place where an answer does not keep to its schema. */
  | { readonly problem: string | null }

/** The question as it arrives in the child process. */
export type SentQuestion = ConditionQuestion<SentFacts>

export type ConditionSetup = { readonly kinds: readonly KindShape[] }
