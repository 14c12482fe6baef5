import { createHash } from 'node:crypto'
import type { Principal } from '#kernel/actor'
import { recordAudit } from '#platform/audit'
import type { Alert, Transport } from './alert.ts'
import { type AlertingDeps, sendAlert } from './alerting.ts'
import { keepTest, keptTests } from './transport-store.ts'

export type TransportTest = {
  readonly transport: Transport['name']
  readonly passed: boolean
  readonly testedAt: Date
  readonly error?: string
}

const waitMs = 10_000

/** Sends each configured transport a test and its end. Harmless to repeat: the last result counts. */
export async function testTransports(
  deps: AlertingDeps,
  actor: Principal,
): Promise<TransportTest[]> {
  const tests = await Promise.all(deps.transports.map((transport) => test(deps, transport)))
  await deps.database.transaction(async (tx) => {
    for (const [at, { transport, testedAt, error }] of tests.entries()) {
      const testedAs = digestOf(deps.transports[at] as Transport)
      await keepTest(tx, transport, { testedAs, testedAt, error: error ?? null })
    }
    recordAudit(tx, {
      companyId: actor.companyId,
      actor,
      action: 'incidents.transports_tested',
      target: { type: 'incident_alerts', id: 'transports' },
      outcome: 'done',
      details: Object.fromEntries(tests.map(({ transport, passed }) => [transport, passed])),
      now: deps.now(),
    })
  })
  return tests
}

/** What prevents a promotion: each transport must have passed its test with its present settings. */
export async function untestedTransports({
  database,
  transports,
}: Pick<AlertingDeps, 'database' | 'transports'>): Promise<string[]> {
  const kept = await keptTests(database.pool)
  return transports.flatMap((transport) => {
    const test = kept.find(({ name }) => name === transport.name)
    if (test?.testedAs !== digestOf(transport)) {
      return [`The ${transport.name} transport has not been tested as it is set now`]
    }
    return test.error === null
      ? []
      : [`The ${transport.name} transport failed its test: ${test.error}`]
  })
}

async function test(deps: AlertingDeps, transport: Transport): Promise<TransportTest> {
  const testedAt = deps.now()
  const signal = AbortSignal.timeout(waitMs)
  const failure =
    (await sendAlert(deps, transport, testAlert(transport, 'firing', testedAt), signal)) ??
    (await sendAlert(deps, transport, testAlert(transport, 'resolved', testedAt), signal))
  const { name } = transport
  return failure
    ? { transport: name, passed: false, testedAt, error: failure.reason }
    : { transport: name, passed: true, testedAt }
}

function testAlert({ name }: Transport, status: Alert['status'], now: Date): Alert {
  return {
    id: `test.${name}.${now.getTime()}`,
    incidentId: `test.${name}`,
    key: 'incidents.test',
    dedupeKey: name,
    severity: 'info',
    status,
    summary: 'A test of this transport, requested by an operator. Nothing is wrong.',
    details: {},
    occurredAt: now,
    firedAt: now,
    queuedAt: now,
    attempt: 1,
    transport: name,
    givenUp: 0,
  }
}

/** Identifies the settings of a transport, without storing the token. */
function digestOf({ url, bearerToken, format }: Transport): string {
  return createHash('sha256')
    .update(JSON.stringify([url, bearerToken, format]))
    .digest('hex')
}
