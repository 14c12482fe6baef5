import { round } from './lib/measuring/measure.ts'
import { watchProcessMemory } from './lib/measuring/process-memory.ts'
import { anOrder, directOrder } from './lib/purchases.ts'
import { type Round, runClients, timed } from './lib/run-clients.ts'
import { type Buyer, type CommerceStage, openCommerceStage } from './lib/stages/commerce-stage.ts'
import { enlargeHistory, type History } from './lib/stages/history-stage.ts'
import { buildUnits } from './lib/stages/units-stage.ts'

type FileOfLines = {
  readonly lines: number
  readonly linesPerSecond: number
  /** The highest memory of the service above its level before the file. */
  readonly memoryMb: number
}

const allocationsMax = 20
const sizes = [10_000, 100_000] as const

const levels = 8

/** What the parts of a line and the units of a company cost when it is ordered, and what the file of many lines costs. */
export async function orders(seconds: number) {
  const stage = await openCommerceStage(3)
  const [buyer, wide, low] = stage.buyers
  try {
    if (!buyer || !wide || !low) throw new Error('the stage lacks a buyer')
    const placing = await allocated(stage, buyer, seconds)
    const units = await inherited(stage, wide, low, seconds)
    const orderId = await anOrder(stage)
    await stage.stopService()
    const files: FileOfLines[] = []
    let before: History = { orders: 0, events: 0 }
    for (const lines of sizes) {
      const history = { orders: lines, events: 0 }
      await enlargeHistory(stage.sql, orderId, before, history)
      before = history
      files.push(await fileOf(stage, buyer))
    }
    return { ...placing, units, files }
  } finally {
    await stage.close()
  }
}

/** Orders of one line: one in a company without units, and one in the lowest of eight levels, after the other. */
async function inherited(stage: CommerceStage, wide: Buyer, low: Buyer, seconds: number) {
  await buildUnits(stage, wide, 0)
  await buildUnits(stage, low, levels)
  return byTurns(
    [
      ['without units', directOrder(stage, wide)],
      ['in the lowest unit', directOrder(stage, low)],
    ],
    seconds,
  )
}

/** Orders of one line, one without and one with allocations after the other. */
async function allocated(stage: CommerceStage, buyer: Buyer, seconds: number) {
  const allocations = Array.from({ length: allocationsMax }, (_, at) => ({
    costCenter: `${4_000 + at}`,
    percent: `${100 / allocationsMax}`,
  }))
  return byTurns(
    [
      ['without allocations', directOrder(stage, buyer)],
      ['with allocations', directOrder(stage, buyer, { allocations })],
    ],
    seconds,
  )
}

/** The ratio is that of the medians. */
async function byTurns(kinds: readonly (readonly [string, Round])[], seconds: number) {
  const turn: Round = async (note) => {
    for (const [part, order] of kinds) await timed(note, part, () => order(() => undefined))
  }
  const { parts } = await runClients([turn], 2 * seconds)
  const [without, withAll] = kinds.map(([part]) => parts[part]?.p50 ?? Number.NaN)
  return { parts, ratio: round((withAll ?? Number.NaN) / (without ?? Number.NaN)) }
}

/** In a process that did nothing else, which has no spare memory that would hide the memory of the file. */
async function fileOf(stage: CommerceStage, { headers }: Buyer): Promise<FileOfLines> {
  const service = await stage.startAgain()
  const memory = watchProcessMemory(service.pid)
  try {
    const begun = performance.now()
    const answer = await fetch(`${service.baseUrl}/api/v1/order-lines.csv`, { headers })
    if (answer.status !== 200 || !answer.body) throw new Error(`the file: ${await answer.text()}`)
    let lines = -1
    for await (const piece of answer.body)
      lines += piece.filter((byte: number) => byte === 10).length
    const took = (performance.now() - begun) / 1_000
    return { lines, linesPerSecond: Math.round(lines / took), memoryMb: memory.end() }
  } finally {
    await service.stop()
  }
}
