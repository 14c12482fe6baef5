import { Failure } from '#kernel/failure'

export type WhyFailed = 'action_failed' | 'publisher_not_allowed'

/** An action was tried and failed. `isFinal`: a retry would not help. */
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

/** Refusals that end by themselves. A retry after any other refusal would be refused again. */
const temporaryCodes = ['cart.locked_by_checkout']

/**
 * The reason of the run is what a person would get as an answer. Other errors are bugs or database errors, and stay
 * unchanged.
 */
export function refusal(error: unknown): unknown {
  if (!(error instanceof Failure) || error.status >= 500) return error
  return new ActionFailed(`${error.code}: ${error.message}`, !temporaryCodes.includes(error.code))
}
