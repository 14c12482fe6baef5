import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cause } from './event.ts'

/** Ambient, so that no module has to hand it on: whoever emits knows nothing of automations. */
const present = new AsyncLocalStorage<Cause>()

/** Every event that is emitted in `work` carries the cause, whoever emits it. Without one it is the work alone. */
export function causedBy<T>(cause: Cause | undefined, work: () => Promise<T>): Promise<T> {
  return cause ? present.run(cause, work) : work()
}

/** Which automations led to what is being done. Undefined where people or programs did. */
export function presentCause(): Cause | undefined {
  return present.getStore()
}
