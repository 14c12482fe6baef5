import { createMetrics } from '#platform/telemetry'
import { createCompute } from './compute.ts'
import type { Deed } from './compute-child.fixture.ts'

/** A process that is killed while its child works. It prints the process id of the child. */
setInterval(() => undefined, 1_000)
const compute = createCompute({ log: { warn: () => undefined }, metrics: createMetrics() })
const pool = compute.openPool<Deed, { readonly value: { readonly pid: number } }>({
  name: 'test',
  entry: new URL('./compute-child.fixture.ts', import.meta.url),
  setup: {},
  isAnswer: (value): value is never => value !== null,
  limits: { cpuMs: 60_000, clockMs: 1_500 },
})
const { value } = await pool.ask('co_1', { do: 'look_around' })
const deed: Deed = process.argv[2] === 'loop' ? { do: 'loop' } : { do: 'sleep', ms: 1e9 }
pool.ask('co_1', deed).catch(() => undefined)
setTimeout(() => console.log(value.pid), 200)
