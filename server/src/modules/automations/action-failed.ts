import { Failure } from '#kernel/failure'

export type WhyFailed = 'action_failed' | 'publisher_not_allowed'

/** An action that was tried and not done. `isFinal`: trying again would not help. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed'
  readonly isFinal: boolean
  readonly reason: WhyFailed

  constructor(message: string, isFinal = false, reason: WhyFailed = 'action_failed') {
    super(message)
    this.isFinal = isFinal
    this.reason = reason
  }
}

/** What ends by itself. Everything else that a person would be refused is refused again. */
const passing = ['cart.locked_by_checkout']

/** What a person would be answered is what the run says. Anything else is a bug or the database, and stays what it is. */
export function refusal(error: unknown): unknown {
  if (!(error instanceof Failure) || error.status >= 500) return error
  return new ActionFailed(`${error.code}: ${error.message}`, !passing.includes(error.code))
}
