import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { campaign } from '../test/faults/campaign.ts'

/**
 * `npm run faults -- --runs 20 --seed 1 [--events 600] [--json]`: breaks everything around the events of a running service, and
 * reports what was lost. docs/reliability.md describes the promises and how they are tested. Exits with 1 if something was found,
 * or if a planned fault had no effect on any process.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    events: { type: 'string', default: '600' },
    json: { type: 'boolean', default: false },
  },
})
const [runs, seed, events] = [values.runs, values.seed, values.events].map(Number) as [
  number,
  number,
  number,
]
if (![runs, seed, events].every((value) => Number.isInteger(value) && value >= 1)) {
  console.error('Usage: npm run faults -- [--runs 20] [--seed 1] [--events 600] [--json]')
  process.exit(64)
}
const load = loadavg().map((value) => Math.round(value * 100) / 100)
const report = await campaign({ runs, seed, events, report: (sentence) => console.error(sentence) })
const { lost, unexpected, gaps, disordered, forgotten } = report
const { neverFired, stoppedUnexpectedly, duplicatePercent, late, drains } = report
if (values.json) console.log(JSON.stringify({ load, ...report }, null, 2))
else console.dir({ load, ...report }, { depth: 4 })
const isBad =
  [lost, unexpected, gaps, disordered, forgotten, neverFired, stoppedUnexpectedly].some(
    (list) => list.length > 0,
  ) ||
  duplicatePercent >= 2 ||
  late > 0 ||
  drains.some(({ left }) => Object.keys(left).length > 0)
process.exitCode = isBad ? 1 : 0
