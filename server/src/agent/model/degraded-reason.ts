/** Why the model did not help. The brief is then that of the grammar, with the quotes of the model that could be verified. */
export const degradedReasons = [
  /** The gateway did not answer, or answered 5xx. */
  'model_unavailable',
  'model_timeout',
  /** The company has used its tokens of the day, or the request those of its token. */
  'model_limit_exceeded',
  /** The gateway refused the request or its token, or the model refused to answer. */
  'model_refused',
  /** The answer was not the JSON that the companion had asked for. */
  'model_answer_invalid',
  /** The answer quoted what nobody has written. */
  'model_quotes_not_found',
  /** The messages are longer than the companion sends to a model. */
  'messages_too_long',
  /** Too many calls of models are under way. */
  'busy',
] as const

export type DegradedReason = (typeof degradedReasons)[number]

export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
  readonly reason: DegradedReason
  constructor(reason: DegradedReason, options: ErrorOptions = {}) {
    super(`The model did not help: ${reason}.`, options)
    this.reason = reason
  }
}
