export type PatienceLimits = {
  /** How often the parent may look at a child that starts. */
  readonly startLooksMax: number
  /** How often it may look at a child that has started, without a sign of life in between. */
  readonly silentLooksMax: number
  /** A child that has given a sign of life before so many looks is healthy. */
  readonly healthyLooks: number
}

/**
 * Decides when a child is stuck. It counts the looks of the parent and not the time: a parent that was held up itself, by its own
 * work or by a busy machine, looks less often. It becomes more patient with each child that it ended by force, because the load may
 * be the cause, and an end by force adds to the load.
 */
export type Patience = {
  /** A child was started. */
  begin(): void
  /** The child gave a sign of life. */
  beat(): void
  /** Looks at the child. Returns true when it has to be ended by force. */
  look(): boolean
  isStarting(): boolean
  /** Whether the child has worked for a while. */
  isHealthy(): boolean
}

const doublingsMax = 4

export function createPatience(limits: PatienceLimits): Patience {
  let endedByForce = 0
  let hasBegun = false
  let livelyLooks = 0
  let silentLooks = 0
  const isHealthy = () => livelyLooks >= limits.healthyLooks
  return {
    begin: () => {
      hasBegun = false
      livelyLooks = 0
      silentLooks = 0
    },
    beat: () => {
      hasBegun = true
      silentLooks = 0
    },
    look: () => {
      if (hasBegun && silentLooks === 0) livelyLooks += 1
      silentLooks += 1
      if (isHealthy()) endedByForce = 0
      const max = hasBegun ? limits.silentLooksMax : limits.startLooksMax
      if (silentLooks <= max * 2 ** Math.min(endedByForce, doublingsMax)) return false
      endedByForce += 1
      return true
    },
    isStarting: () => !hasBegun,
    isHealthy,
  }
}
