import { readFile } from 'node:fs/promises'
import { installApart } from '../../../server/scripts/install-apart.ts'
import { requireApart } from '../../../server/src/platform/apart/index.ts'
import type { Autocannon, Options } from '../autocannon.ts'

export type Load = Omit<Options, 'duration'> & {
  readonly name: string
  /** The serving process. Its processor time is measured too, if the system reports it. */
  readonly pid: number
}

export type Measured = {
  readonly name: string
  readonly requestsPerSecond: number
  readonly latencyMs: { readonly p50: number; readonly p97_5: number; readonly p99: number }
  /** Processor time of the serving process with all its threads. Undefined if the system does not report it (not Linux). */
  readonly cpuMsPerRequest: number | undefined
}

/**
 * Sends requests over this many connections for this long, after a second of warm-up. Any answer but success is an
 * error.
 */
export async function measure({ name, pid, ...load }: Load, seconds: number): Promise<Measured> {
  await installApart('tests')
  const autocannon = requireApart<Autocannon>('tests', 'autocannon')
  await autocannon({ ...load, duration: 1 })
  const before = await cpuMsOf(pid)
  const result = await autocannon({ ...load, duration: seconds })
  const after = await cpuMsOf(pid)
  if (result.non2xx + result.errors + result.timeouts > 0) {
    throw new Error(
      `${name}: not every request went well: ${JSON.stringify(result.statusCodeStats)}`,
    )
  }
  const { p50, p97_5, p99 } = result.latency
  const spent = before === undefined || after === undefined ? undefined : after - before
  return {
    name,
    requestsPerSecond: Math.round(result.requests.total / result.duration),
    latencyMs: { p50, p97_5, p99 },
    cpuMsPerRequest: spent === undefined ? undefined : round(spent / result.requests.total),
  }
}

export const round = (value: number): number => Math.round(value * 1_000) / 1_000

/** Ticks of 10 ms, as on every present Linux. */
const tickMs = 10

export async function cpuMsOf(pid: number): Promise<number | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  // The name of the command is in parentheses and may contain any characters: the fields after it are plain.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMs
}
