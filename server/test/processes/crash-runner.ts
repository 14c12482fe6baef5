import { setTimeout as wait } from 'node:timers/promises'
import {
  type ServiceOptions,
  type ServiceProcess,
  startService,
} from '../harness/service-process.ts'

/** A service that is to die at a point of its work, and whoever starts it again. */
export type Runner = {
  start(): Promise<ServiceProcess>
  /** What a patient client does: the same request again until there is an answer. */
  repeat<T extends { readonly status: number }>(ask: () => Promise<T>): Promise<T>
  hasDied(): boolean
  stop(): Promise<void>
}

/** Keeps the service running: where it has died, the next one is not killed. */
export function createRunner(point: string, options: ServiceOptions): Runner {
  let service: ServiceProcess | undefined
  let armed = true
  const start = async () => {
    const env = { ...options.env, ...(armed ? { PURVEYOR_CRASH_AT: point } : {}) }
    service = await startService({ ...options, env })
    return service
  }
  const revive = async () => {
    if (service?.child.exitCode === null && service.child.signalCode === null) return
    armed = false
    await start()
  }
  return {
    start,
    repeat: async (ask) => {
      for (let attempt = 0; attempt < 60; attempt += 1) {
        await revive()
        try {
          const reply = await ask()
          if (reply.status !== 503 && reply.status !== 409) return reply
        } catch {
          // The connection broke: the process is gone.
        }
        await wait(100)
      }
      throw new Error(`no answer; the service printed: ${service?.output()}`)
    },
    hasDied: () => !armed,
    stop: async () => {
      await service?.kill()
    },
  }
}
