import { execFileSync } from 'node:child_process'

/** The highest memory of a process and its children together in any sample, above its level at the beginning, in MB. */
export function watchProcessMemory(pid: number) {
  const idle = memoryOf(pid)
  let most = idle
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 500)
  return {
    end: (): number => {
      clearInterval(timer)
      return Math.round((most - idle) / 1_024)
    },
  }
}

/** In kB. */
function memoryOf(pid: number): number {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=']).toString().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([own, parent]) => own === pid || parent === pid)
    .reduce((sum, [, , kilobytes = 0]) => sum + kilobytes, 0)
}
