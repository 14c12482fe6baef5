import { readdir, readFile } from 'node:fs/promises'

/** Ticks of 10 ms, as on every present Linux. */
const tickMs = 10

/** Milliseconds of processor time of a process, its threads and its descendants, including ended ones. Linux only. */
export async function processorMsOf(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter((one) => one > 0)
  const stats = await Promise.all(pids.map(async (one) => ({ pid: one, stat: await statOf(one) })))
  const family = new Set([pid])
  // A child may have a lower number than its parent, so repeat until none is added.
  for (let before = 0; before < family.size; ) {
    before = family.size
    for (const one of stats) if (family.has(Number(one.stat?.[1]))) family.add(one.pid)
  }
  const spent = await Promise.all(
    stats.flatMap(({ pid: one, stat }) => (stat && family.has(one) ? [spentBy(one, stat)] : [])),
  )
  return spent.reduce((sum, one) => sum + one, 0)
}

/** The exact processor time of one process without its children, in milliseconds. Threads that have ended do not count. */
export async function processorMsOfOne(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const threads = await Promise.all(tasks.map((task) => threadMs(`/proc/${pid}/task/${task}`)))
  return threads.reduce((sum, one) => sum + one, 0)
}

/** The parent of a process. Zero if the process does not exist. */
export async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))?.[1] ?? 0)
}

/**
 * The ticks include ended threads, but count only whole ticks. The times of the threads are exact, but ended threads
 * are missing. So the larger of both is right, or too low by less than a tick.
 */
async function spentBy(pid: number, stat: readonly string[]): Promise<number> {
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = stat
    .slice(11, 15)
    .map(Number)
  const exact = await processorMsOfOne(pid)
  return Math.max((user + system) * tickMs, exact) + (childrenUser + childrenSystem) * tickMs
}

async function threadMs(folder: string): Promise<number> {
  const text = await readFile(`${folder}/schedstat`, 'utf8').catch(() => '0')
  return Number(text.split(' ')[0]) / 1e6
}

/**
 * The fields after the name of the command, which may contain any characters: state, parent, and from the twelfth on
 * the times.
 */
async function statOf(pid: number): Promise<string[] | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}
