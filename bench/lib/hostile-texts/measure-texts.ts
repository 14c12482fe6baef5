import { round } from '../measuring/measure.ts'
import { type HostileText, pumped } from './hostile-text.ts'

export type TextCost = {
  readonly place: string
  readonly limit: string
  readonly most: number
  /** Processor time of this thread for the hardest text of the greatest length. */
  readonly cpuMs: number
  /** 1: twice the text costs twice the time. 2: four times. */
  readonly growth: number
  readonly hardest: string
}

/** While it reads for longer, the thread serves nobody else. */
export const turnMsMax = 100

/** Reads the hardest texts of each place at its limit, the most expensive place first. */
export async function measureTexts(places: readonly HostileText[]): Promise<TextCost[]> {
  const costs: TextCost[] = []
  for (const place of places) costs.push(await costOfPlace(place))
  return costs.sort((one, other) => other.cpuMs - one.cpuMs)
}

/** A text is read in full length unless a part of it already takes too long. Then the rest follows from the growth. */
async function costOfPlace(one: HostileText): Promise<TextCost> {
  const { place, limit, most, read, texts = pumped } = one
  let hardest = { at: 0, length: 0, ms: -1 }
  for (const part of [64, 16, 4, 1]) {
    const length = Math.ceil(most / part)
    let slowest = { at: 0, length, ms: -1 }
    for (const [at, made] of texts(length).entries()) {
      const text = flat(made)
      const ms = await cpuMsOf(() => read(text))
      if (ms > slowest.ms) slowest = { at, length, ms }
      if (ms > 400) break
    }
    hardest = slowest
    if (slowest.ms > 400) break
  }
  const textOf = (length: number) => texts(length)[hardest.at] ?? ''
  const half = await meanOf(flat(textOf(Math.ceil(hardest.length / 2))), read)
  const whole = await meanOf(flat(textOf(hardest.length)), read)
  const growth = whole < 0.5 ? 1 : Math.log2(whole / Math.max(half, 0.01))
  return {
    place,
    limit,
    most,
    cpuMs: round(whole * (most / hardest.length) ** growth),
    growth: round(growth),
    hardest: JSON.stringify(textOf(hardest.length).slice(0, 16)),
  }
}

/** The mean of as many readings as the clock of the thread can tell apart. The first one compiled. */
async function meanOf(text: string, read: HostileText['read']): Promise<number> {
  let times = 0
  let ms = 0
  for (; ms < 20 && times < 500; times += 1) ms += await cpuMsOf(() => read(text))
  return ms / times
}

/** A text that was repeated and joined is a tree until it is read. A text from the network is not. */
function flat(text: string): string {
  const encoding = /^[\0-\xff]*$/.test(text) ? 'latin1' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}

async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  try {
    await work()
  } catch {
    // A refusal is an answer, too.
  }
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
