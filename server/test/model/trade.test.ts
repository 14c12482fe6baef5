import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabaseUrl } from '#harness'
import { runDuplicates } from './duplicates.ts'
import { runTrade } from './run-trade.ts'
import { aTradeWorld, type TradeWorld } from './trade-world.ts'

let world: TradeWorld
let drop: () => Promise<void>
let dataDir: string

beforeAll(async () => {
  const fresh = await freshDatabaseUrl()
  drop = fresh.drop
  dataDir = await mkdtemp(join(tmpdir(), 'purveyor-model-'))
  world = await aTradeWorld(fresh.url, dataDir)
}, 120_000)
afterAll(async () => {
  await world.close()
  await drop()
  await rm(dataDir, { recursive: true, force: true })
})

const seed = Number(process.env.MODEL_SEED ?? 20_261_121)
/** What fits into a minute of two busy cores; `npm run soak` goes on for as long as one likes. */
const sequences = Number(process.env.MODEL_SEQUENCES ?? 16)
/** Of them nearly half find something that they could be done to. */
const drawnEach = 250

describe('carts, checkouts, orders and payments', () => {
  it('are after every step what a small model says they are', async () => {
    const run = await runTrade(world, { seed, sequences, steps: drawnEach })

    expect(run.sequences).toBe(sequences)
    expect(run.steps).toBeGreaterThan((sequences * drawnEach) / 3)
    // A kind of step that was never taken has proved nothing.
    expect(Object.keys(run.tally)).toHaveLength(18)
  }, 600_000)
})

describe('64 copies of one order at once', () => {
  it('have one effect, round after round', async () => {
    await runDuplicates(world, { rounds: 10, copies: 64 })
  }, 120_000)
})
