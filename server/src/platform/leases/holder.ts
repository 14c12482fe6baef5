import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { isAlive } from '#platform/processes'

/**
 * Identifies where process ids are unique: the boot of this machine, and the container. In another place, an id that is not in use
 * here means nothing.
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

/** Follows the `@` in every lease token of this process. */
export const ownHolder = holderOf(process.pid)

/** The prefix of every holder on this machine. */
export const ownPlace = `${place}.`

/** True only when it is certain: the process ran here and has ended, or it had the same process id before this process. */
export function isGone(holder: string): boolean {
  const [where, number = '', begin] = holder.split('.')
  const pid = Number.parseInt(number, 36)
  if (where !== place || !(pid > 0)) return false
  return pid === process.pid ? begin !== ownBegin : !isAlive(pid)
}

/** Only Linux has these files. Elsewhere the name of the machine is enough. */
function readOrEmpty(read: () => string): string {
  try {
    return read().trim()
  } catch {
    return ''
  }
}
