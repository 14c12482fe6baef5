import { createApp } from '../../../server/src/app/create-app.ts'
import { settingsSlices } from '../../../server/src/app/modules.ts'
import { readSettings } from '../../../server/src/platform/config/index.ts'
import { createLog, createMetrics } from '../../../server/src/platform/telemetry/index.ts'
import { round } from './measure.ts'

export type Credential = {
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
}
export type CheckCost = {
  readonly name: string
  readonly cpuMs: number
  readonly checksPerSecond: number
}

const rounds = 20_000

/**
 * The cost of authenticating a cached credential: the resolver alone, without HTTP, in this process. All threads
 * count, because another thread may check a signature.
 */
export async function costOfChecks(
  env: Readonly<Record<string, string>>,
  credentials: readonly Credential[],
): Promise<CheckCost[]> {
  const app = createApp({
    settings: readSettings(settingsSlices, env),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    now: () => new Date(),
    version: '0.0.0-bench',
  })
  const identity = app.parts?.modules.identity
  if (!identity) throw new Error('the process lacks configuration')
  const costs: CheckCost[] = []
  for (const { name, headers } of credentials) {
    const check = () =>
      identity.authenticate({
        authorization: headers.authorization,
        'x-api-key': headers['x-api-key'],
      })
    for (let at = 0; at < 2_000; at += 1) await check()
    const cpu = process.cpuUsage()
    const begun = performance.now()
    for (let at = 0; at < rounds; at += 1) await check()
    const took = performance.now() - begun
    const { user, system } = process.cpuUsage(cpu)
    const cpuMs = round((user + system) / 1_000 / rounds)
    costs.push({ name, cpuMs, checksPerSecond: Math.round((rounds / took) * 1_000) })
  }
  await app.stop()
  return costs
}
