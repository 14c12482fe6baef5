import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** Why the language model did not help with a brief, by the names of the companion (docs/briefs.md). */
export const degradedReasons = [
  'model_unavailable',
  'model_timeout',
  'model_limit_exceeded',
  'model_refused',
  'model_answer_invalid',
  'model_quotes_not_found',
  'messages_too_long',
  'busy',
] as const

export type DegradedReason = (typeof degradedReasons)[number]

const DegradedAnswer = Type.Object({
  degraded: Type.Literal(true),
  degradedReason: Type.Optional(Type.Unknown()),
})

/** Undefined when the answer is not degraded. A reason that is not known, of a newer companion, counts as `model_unavailable`. */
export function degradedReasonOf(answer: unknown): DegradedReason | undefined {
  if (!Value.Check(DegradedAnswer, answer)) return undefined
  const known = degradedReasons.find((reason) => reason === answer.degradedReason)
  return known ?? 'model_unavailable'
}
