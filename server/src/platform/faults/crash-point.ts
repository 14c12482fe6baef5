import assert from 'node:assert/strict'
import { crashPointNames } from './names.ts'

export type CrashPoint = (typeof crashPointNames)[number]

let armedFault: { readonly name: CrashPoint; hitsLeft: number } | undefined

/** A place where a test may end the process without warning, like a power cut. Does nothing unless a test arms it. */
export function crashPoint(name: CrashPoint): void {
  if (armedFault?.name !== name) return
  armedFault.hitsLeft -= 1
  if (armedFault.hitsLeft > 0) return
  process.kill(process.pid, 'SIGKILL')
  // The signal may take a moment to arrive, and nothing more may happen before it does.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
}

/** Arms one point, by its name from the environment, for its first or a later hit. Only tests do so. */
export function armCrashPoint(name: string, hit = 1): void {
  const known = crashPointNames.find((candidate) => candidate === name)
  assert(known, `there is no crash point ${name}`)
  assert(
    Number.isInteger(hit) && hit >= 1,
    'a crash point is armed for its first hit or a later one',
  )
  armedFault = { name: known, hitsLeft: hit }
}
