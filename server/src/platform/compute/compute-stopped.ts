/**
 * `timeout`: the question took too long. `memory`: it needed too much memory. `busy`: too many questions wait. `broken`: the child
 * died, did not start, or gave an invalid answer. `closed`: the service stops.
 */
export type StopReason = 'timeout' | 'memory' | 'busy' | 'broken' | 'closed'

/** A question that got no answer. */
export class ComputeStopped extends Error {
  override readonly name = 'ComputeStopped'
  readonly why: StopReason

  constructor(why: StopReason, message: string) {
    super(message)
    this.why = why
  }
}
