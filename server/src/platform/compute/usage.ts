import { readFileSync, writeFileSync } from 'node:fs'

/** The resources that a process uses. A system without /proc reports neither. */
export type Usage = {
  /** Processor time of its main thread since its start. */
  readonly cpuMs: number | undefined
  /** How long its main thread could have run since its start, and waited for a processor instead. */
  readonly waitedMs: number | undefined
  /** Resident memory, which includes memory outside the JavaScript heap. */
  readonly residentBytes: number | undefined
}

/** Linux has pages of 4 kB on every machine that Node is built for, except a few of arm64. There the limit is higher. */
const pageBytes = 4_096

/** The kernel answers reads of /proc from memory, in about ten microseconds. */
export function readUsage(pid: number): Usage {
  const [ran, waited] = numbersAt(`/proc/${pid}/schedstat`)
  const [, pages] = numbersAt(`/proc/${pid}/statm`)
  return {
    cpuMs: ran ? ran / 1e6 : undefined,
    waitedMs: ran && waited !== undefined ? waited / 1e6 : undefined,
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

function numbersAt(path: string): readonly number[] {
  try {
    return readFileSync(path, 'latin1').trim().split(' ').map(Number)
  } catch {
    return []
  }
}
