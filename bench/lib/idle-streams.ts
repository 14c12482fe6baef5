import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { openStream } from './open-stream.ts'

export type IdleStreams = {
  readonly name: string
  readonly streams: number
  readonly kbEach: number
}

const warmUp = 500
/** In this time every stream has had one keep-alive. */
const settleMs = 16_000

/** How much memory idle open streams add to the process that serves them. */
export async function idleStreams(
  name: string,
  pid: number,
  urls: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<IdleStreams> {
  const first = await openAll(urls.slice(0, warmUp), headers)
  for (const leave of first) leave()
  await wait(settleMs)
  const before = await residentKb(pid)
  const all = await openAll(urls, headers)
  await wait(settleMs)
  const after = await residentKb(pid)
  for (const leave of all) leave()
  await wait(1_000)
  const kbEach = Math.round(((after - before) / urls.length) * 10) / 10
  return { name, streams: urls.length, kbEach }
}

async function openAll(
  urls: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<(() => void)[]> {
  const leaving: (() => void)[] = []
  const waiting = [...urls]
  const opener = async () => {
    for (let url = waiting.pop(); url; url = waiting.pop()) {
      const address = url
      await new Promise<void>((opened, failed) => {
        const { leave, ended } = openStream(address, { headers, onHead: () => opened() })
        ended.catch(failed)
        leaving.push(leave)
      })
    }
  }
  await Promise.all(Array.from({ length: 20 }, opener))
  return leaving
}

async function residentKb(pid: number): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    process.kill(pid, 'SIGUSR2')
    await wait(1_500)
  }
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1])
}
