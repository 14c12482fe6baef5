import { describe, expect, it } from 'vitest'
import { useDatabaseUrl } from '#harness'
import { closeAtEnd } from '#testing/close-at-end'
import { useFolder } from '#testing/tools/folder'
import { runDuplicates } from './duplicates.ts'
import { runTrade } from './run-trade.ts'
import { aTradeWorld } from './trade-world.ts'

const dataDir = await useFolder()
const world = closeAtEnd(await aTradeWorld(await useDatabaseUrl(), dataDir))
const seed = Number(process.env.MODEL_SEED ?? 20_261_121)
/** So many are taken at least. `npm run test:deep` takes 10,000; `npm run soak` goes on for as long as one likes. */
const stepsMin = Number(process.env.MODEL_STEPS ?? 1_000)

describe('carts, checkouts, orders and payments', () => {
  it('match a small model after every step', async () => {
    /** Of them more than half find something that they could be done to. */
    const drawnEach = 250

    const sequencesEach = 8

    const kinds = 44

    const taken = new Set<string>()
    let steps = 0
    for (let turn = 0; steps < stepsMin; turn += 1) {
      const drawn = { seed: seed + turn, sequences: sequencesEach, steps: drawnEach }
      const run = await runTrade(world, drawn)
      expect(run.sequences).toBe(sequencesEach)
      expect(run.steps).toBeGreaterThan((sequencesEach * drawnEach) / 3)
      steps += run.steps
      for (const kind of Object.keys(run.tally)) taken.add(kind)
    }

    // A kind of step that was never taken has proved nothing.
    expect(taken.size).toBe(kinds)
  }, 1_800_000)
})

describe('64 simultaneous copies of one order', () => {
  it('have one effect, round after round', async () => {
    await runDuplicates(world, { rounds: 10, copies: 64 })
  }, 180_000)
})
