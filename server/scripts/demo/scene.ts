/** Prints the demo step by step: the name of each step, its result and its duration. */
export type Scene = {
  /** `describe` summarises the result in one line. A step that throws counts as failed and ends the demo. */
  step<Outcome>(
    name: string,
    play: () => Promise<Outcome>,
    describe: (outcome: Outcome) => string,
  ): Promise<Outcome>
  giveUp(error: unknown): void
  counts(): { readonly passed: number; readonly failed: number }
}

export function createScene(): Scene {
  let passed = 0
  let failed = 0
  return {
    step: async (name, play, describe) => {
      const startedAt = performance.now()
      const outcome = await play()
      const taken = (performance.now() - startedAt).toFixed(0)
      passed += 1
      console.log(`${String(passed).padStart(2)}. ${name.padEnd(46)} ${taken.padStart(5)} ms`)
      console.log(`    ${describe(outcome)}`)
      return outcome
    },
    giveUp: (error) => {
      failed += 1
      console.log(`FAILED at step ${passed + failed}:`, error)
    },
    counts: () => ({ passed, failed }),
  }
}

/** Throws unless the condition is true. */
export function expect(isTrue: boolean, otherwise: string): asserts isTrue {
  if (!isTrue) throw new Error(otherwise)
}
