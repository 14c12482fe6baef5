import { readFileSync } from 'node:fs'
import { extractBrief } from '../server/src/agent/extract-brief.ts'
import {
  messageSets,
  readMessageSet,
  type Shares,
  scoreMessages,
  sharesOf,
} from '../server/src/agent/score-messages.fixture.ts'
import { startAgent } from '../server/src/agent/start-agent.ts'
import { round } from './lib/measuring/measure.ts'

type Times = { readonly p50: number; readonly p95: number; readonly p99: number }

export type BriefsReadings = {
  readonly phrases: number
  /** Milliseconds of one conversation, in the process. */
  readonly extractionMs: Times
  readonly extractionsPerSecond: number
  /** Milliseconds of a request to the companion, one after the other. */
  readonly requestMs: Times
  /** Milliseconds of one message with a million characters. */
  readonly longestMessageMs: number
  /** How well the grammar alone reads each set of messages, by set and kind. */
  readonly shares: Readonly<Record<string, Readonly<Record<string, Shares>>>>
}

type Phrase = { readonly lang: string; readonly say: readonly string[] }

/** Briefs by the grammar of the companion, over the phrases of its tests. */
export async function briefs(seconds: number): Promise<BriefsReadings> {
  const inputs = readPhrases().map(inputOf)
  runFor(Math.min(seconds, 2), inputs)
  const times = runFor(seconds, inputs)
  const busyMs = times.reduce((sum, ms) => sum + ms, 0)
  const requests = await runRequests(seconds, inputs)
  const text = '20 office chairs, black, 120 EUR each, to Graz by 5 May. '.repeat(20_000)
  const long = { ...inputOf({ lang: 'en', say: [text.slice(0, 1_000_000)] }) }
  const began = performance.now()
  extractBrief(long)
  return {
    phrases: inputs.length,
    extractionMs: timesOf(times),
    extractionsPerSecond: Math.round((times.length / busyMs) * 1_000),
    requestMs: timesOf(requests),
    longestMessageMs: round(performance.now() - began),
    shares: sharesOfSets(),
  }
}

/** Figures of kinds, and never a message: rules are written without a look at the sets that judge them. */
function sharesOfSets(): BriefsReadings['shares'] {
  const ofSet = (set: (typeof messageSets)[number]) =>
    Object.fromEntries(
      [...scoreMessages(readMessageSet(set))].map(([kind, figures]) => [kind, sharesOf(figures)]),
    )
  return Object.fromEntries(messageSets.map((set) => [set, ofSet(set)]))
}

/** One line for each set and kind. */
export function printBriefs({ shares, ...times }: BriefsReadings): void {
  console.log(JSON.stringify(times, null, 2))
  console.log(
    'set, kind: messages, precision and recall of goods, F1 of quantities, right, calibration',
  )
  for (const [set, kinds] of Object.entries(shares)) {
    for (const [kind, one] of Object.entries(kinds)) {
      const { messages, precision, recall, quantityF1, right, calibration } = one
      const figures = [precision, recall, quantityF1, right, calibration].map((x) => x.toFixed(3))
      console.log(`${set}, ${kind}: ${messages}, ${figures.join(', ')}`)
    }
  }
}

type Input = Parameters<typeof extractBrief>[0]

function readPhrases(): Phrase[] {
  const file = new URL('../server/test/data/briefs/phrases.jsonl', import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Phrase)
}

function inputOf({ say, lang }: Phrase): Input {
  const messages = say.map((text, at) => ({ id: `m${at}`, role: 'buyer' as const, text }))
  return { messages, locale: lang, currency: 'EUR', today: '2026-03-02' }
}

function runFor(seconds: number, inputs: readonly Input[]): number[] {
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    for (const input of inputs) {
      const began = performance.now()
      extractBrief(input)
      times.push(performance.now() - began)
    }
  }
  return times
}

async function runRequests(seconds: number, inputs: readonly Input[]): Promise<number[]> {
  const gatewayUrl = 'http://127.0.0.1:1'
  const agent = await startAgent({ host: '127.0.0.1', port: 0, version: 'bench', gatewayUrl })
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  try {
    while (performance.now() < end) {
      for (const input of inputs) {
        const body = JSON.stringify({ sessionId: 'bench', ...input })
        const began = performance.now()
        const response = await fetch(`${agent.url}/v1/briefs:extract`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
        await response.arrayBuffer()
        if (response.status !== 200) throw new Error(`the companion answered ${response.status}`)
        times.push(performance.now() - began)
      }
    }
    return times
  } finally {
    await agent.close()
  }
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
