import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { ConditionAnswer } from './questions.ts'

const Message = Type.String({ maxLength: 1_000 })

const Evaluated = Type.Object({
  evaluation: Type.Object({
    outcome: Type.Enum(['held', 'not_held', 'failed']),
    error: Type.Optional(Message),
    trace: Type.Array(
      Type.Object({
        expression: Message,
        value: Type.Optional(Type.Boolean()),
        error: Type.Optional(Message),
      }),
      { maxItems: 20 },
    ),
  }),
})

const Accepted = Type.Object({
  accepted: Type.Union([
    Type.Object({
      outcome: Type.Literal('accepted'),
      condition: Type.String({ maxLength: 4_000 }),
    }),
    Type.Object({
      outcome: Type.Literal('invalid'),
      problem: Type.Object({
        reason: Type.Enum(['syntax', 'type', 'too_large', 'not_allowed', 'fails_always']),
        message: Message,
        start: Type.Integer(),
        end: Type.Integer(),
      }),
    }),
    Type.Object({ outcome: Type.Literal('form_invalid') }),
    Type.Object({
      outcome: Type.Literal('form_number'),
      field: Message,
      operator: Message,
      value: Message,
    }),
  ]),
})

const SchemaAccepted = Type.Object({
  schema: Type.Union([
    Type.Object({ outcome: Type.Literal('accepted') }),
    Type.Object({ outcome: Type.Literal('invalid'), at: Message, message: Message }),
  ]),
})

const Checked = Type.Object({ problem: Type.Union([Message, Type.Null()]) })

const answers = Compile(Type.Union([Evaluated, Accepted, SchemaAccepted, Checked]))

/** A child process evaluates untrusted conditions, so its answers are validated like requests. */
export const isConditionAnswer = (value: unknown): value is ConditionAnswer => answers.Check(value)
