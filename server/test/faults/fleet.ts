import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../harness/free-port.ts'
import { type ServiceProcess, startService } from '../harness/service-process.ts'
import type { crashPoints } from './plan.ts'

/** A process of the service that is started again whenever it ends, as an orchestrator does. */
export type Member = {
  readonly baseUrl: string
  now(): ServiceProcess
  /** Resolves when it answers that it is well. */
  healthy(): Promise<void>
  kill(): void
  /** Ended, and started so that it ends itself at a point. Resolves with whether it did. */
  crashAt(point: (typeof crashPoints)[number], hit: number, patienceMs: number): Promise<boolean>
  /** Ends that nobody caused, and what was printed. */
  readonly unasked: string[]
  readonly starts: () => number
  /** When it ended without a word, in milliseconds since 1970. */
  readonly killedAt: readonly number[]
  close(): Promise<void>
}

const healthyPatienceMs = 90_000

export async function fleetMember(
  name: string,
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<Member> {
  const dataDir = join(folder, name)
  await mkdir(dataDir, { recursive: true })
  const port = await freePort()
  const unasked: string[] = []
  const killedAt: number[] = []
  let armed: Readonly<Record<string, string>> = {}
  let isClosing = false
  let starts = 0
  const spawn = (extra: Readonly<Record<string, string>>) => {
    starts += 1
    return startService({ port, dataDir, until: 'spawned', env: { ...env, ...extra } })
  }
  let service = await spawn({})

  const supervising = (async () => {
    for (;;) {
      const end = await service.ended
      if (isClosing) return
      if (end === 'SIGKILL') killedAt.push(Date.now())
      else {
        unasked.push(`${name} ended with ${end}: ${service.output().slice(-2_000)}`)
        await wait(500)
      }
      const next = armed
      armed = {}
      service = await spawn(next)
    }
  })()

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    now: () => service,
    healthy: async () => {
      const until = performance.now() + healthyPatienceMs
      let said = 'nothing'
      while (performance.now() < until) {
        const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
        said = (await answer?.text().catch(() => undefined)) ?? said
        if (answer?.status === 200) return
        await wait(50)
      }
      throw new Error(`${name} is not well. It said ${said}, and ${unasked.join('\n') || 'runs'}.`)
    },
    kill: () => void service.child.kill('SIGKILL'),
    crashAt: async (point, hit, patienceMs) => {
      const before = service
      armed = { PURVEYOR_CRASH_AT: point, PURVEYOR_CRASH_HIT: String(hit) }
      before.child.kill('SIGKILL')
      await before.ended
      while (service === before) await wait(10)
      const crashed = service.ended.then((end) => end === 'SIGKILL')
      return Promise.race([crashed, wait(patienceMs, false, { ref: false })])
    },
    unasked,
    killedAt,
    starts: () => starts,
    close: async () => {
      isClosing = true
      await service.stop()
      await supervising
    },
  }
}
