import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cause } from './event.ts'

/** The cause is ambient, so no module has to pass it on: the emitting module knows nothing of automations. */
const causeStorage = new AsyncLocalStorage<Cause>()

/** Every event that is emitted during `work` has this cause, whichever module emits it. Without a cause `work` just runs. */
export function causedBy<T>(cause: Cause | undefined, work: () => Promise<T>): Promise<T> {
  return cause ? causeStorage.run(cause, work) : work()
}

/** The automations that led to the current work. Undefined for work that people or programs caused. */
export function presentCause(): Cause | undefined {
  return causeStorage.getStore()
}
