import { setTimeout as wait } from 'node:timers/promises'

const patienceMs = 60_000
const pauseMs = 20

/** Looks again and again. Throws, with what was waited for, when it takes too long. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string | (() => string),
): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isTrue())) {
    if (performance.now() > end) {
      throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}.`)
    }
    await wait(pauseMs)
  }
}
