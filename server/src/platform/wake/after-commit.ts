import { afterCommit, type Tx } from '#platform/db'
import type { Wake } from './wake.ts'

const attached = new Map<Wake, number>()

/** From now on `ringAfterCommit` also rings this one. Returns a function that undoes it. */
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

/** Rings the topic after the commit, when listeners can see the new rows. */
export function ringAfterCommit(tx: Tx, topic: string): void {
  afterCommit(tx, () => {
    for (const wake of attached.keys()) wake.ring(topic)
  })
}
