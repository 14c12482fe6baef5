import { setInterval } from 'node:timers'

/** The highest memory of the process in any sample, above its level at `begin`. */
export function watchMemory() {
  let idle = 0
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 100)
  return {
    begin: () => {
      idle = process.memoryUsage.rss()
      most = idle
    },
    above: () => Math.round((most - idle) / 2 ** 20),
    end: () => clearInterval(timer),
  }
}
