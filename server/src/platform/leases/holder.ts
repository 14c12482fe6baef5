import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from '#platform/processes'

/**
 * Where process numbers mean the same: this run of this machine, and of a container its own. In another one, a number that
 * is not in use here says nothing.
 */
const place = createHash('sha256')
  .update(
    [
      hostname(),
      readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')),
      readOrEmpty(() => readlinkSync('/proc/self/ns/pid')),
    ].join('|'),
  )
  .digest('hex')
  .slice(0, 10)

const ownBegin = Math.round(performance.timeOrigin).toString(36)

export function holderOf(pid: number, begin = ownBegin): string {
  return `${place}.${pid.toString(36)}.${begin}`
}

/** Stands behind the `@` of every lease token of this process. */
export const ownHolder = holderOf(process.pid)

/** Begins every holder whose end can be seen from here. */
export const ownPlace = `${place}.`

/** Certain, or else false: a process of this place that is no more, or had our number before us. */
export function isGone(holder: string): boolean {
  const [where, number = '', begin] = holder.split('.')
  const pid = Number.parseInt(number, 36)
  if (where !== place || !(pid > 0)) return false
  return pid === process.pid ? begin !== ownBegin : !isAlive(pid)
}

/** Elsewhere than on Linux there is no such file: then the name of the machine must do. */
function readOrEmpty(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}
