import { readFileSync, writeFileSync } from 'node:fs'

/** The resources that a process uses. A system without /proc reports neither. */
export type Usage = {
  /** Processor time of its main thread since its start. */
  readonly cpuMs: number | undefined
  /** Resident memory, which includes memory outside the JavaScript heap. */
  readonly residentBytes: number | undefined
}

/** Linux has pages of 4 kB on every machine that Node is built for, except a few of arm64. There the limit is higher. */
const pageBytes = 4_096

/** The kernel answers reads of /proc from memory, in about ten microseconds. */
export function readUsage(pid: number): Usage {
  const nanoseconds = numberAt(`/proc/${pid}/schedstat`, 0)
  const pages = numberAt(`/proc/${pid}/statm`, 1)
  return {
    cpuMs: nanoseconds ? nanoseconds / 1e6 : undefined,
    residentBytes: pages && pages * pageBytes,
  }
}

/** When the machine runs out of memory, the kernel ends this process before any other. */
export function raiseOomScore(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // The system is not Linux, or the process has ended already.
  }
}

function numberAt(path: string, index: number): number | undefined {
  try {
    const value = Number(readFileSync(path, 'latin1').split(' ')[index])
    return Number.isFinite(value) ? value : undefined
  } catch {
    return undefined
  }
}
