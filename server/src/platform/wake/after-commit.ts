import { afterCommit, type Tx } from '#platform/db'
import type { Wake } from './wake.ts'

const attachedCounts = new Map<Wake, number>()

/** From now on `ringAfterCommit` also rings this one. Returns a function that undoes it. */
export function attachWake(wake: Wake): () => void {
  attachedCounts.set(wake, (attachedCounts.get(wake) ?? 0) + 1)
  let done = false
  return () => {
    if (done) return
    done = true
    const left = (attachedCounts.get(wake) ?? 1) - 1
    if (left > 0) attachedCounts.set(wake, left)
    else attachedCounts.delete(wake)
  }
}

/** Rings the topic after the commit, when listeners can see the new rows. */
export function ringAfterCommit(tx: Tx, topic: string): void {
  afterCommit(tx, () => {
    for (const wake of attachedCounts.keys()) wake.ring(topic)
  })
}
