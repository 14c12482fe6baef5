import { afterCommit, type Tx } from '#platform/db'
import type { Wake } from './wake.ts'

const attached = new Map<Wake, number>()

/** From now on `ringAfterCommit` rings this one too. Returns how to undo that. */
export function attachWake(wake: Wake): () => void {
  attached.set(wake, (attached.get(wake) ?? 0) + 1)
  let done = false
  return () => {
    if (done) return
    done = true
    const left = (attached.get(wake) ?? 1) - 1
    if (left > 0) attached.set(wake, left)
    else attached.delete(wake)
  }
}

/** Tells those who wait for rows on this topic that some were written, once they can be seen. */
export function ringAfterCommit(tx: Tx, topic: string): void {
  afterCommit(tx, () => {
    for (const wake of attached.keys()) wake.ring(topic)
  })
}
