import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Id } from '#kernel/id'
import { after, hoursMs } from '#kernel/time'
import { sql } from '#platform/db'
import { createGivenUpJobs, createJobs } from '#platform/jobs'
import { noteProcesses, type Queue, type Sweeping, sweepOnce } from '#platform/leases'
import { inPlaceQueues } from '../../src/app/modules.ts'
import { poisonQueues } from '../../src/app/operations.ts'
import { runSweeping } from '../../src/modules/assistance/automations/running/worker.ts'
import { alertSweepings } from '../../src/modules/base/incidents/alerts/alerting.ts'
import { redispatchLost } from '../../src/modules/catalogue/crawl/runs/run-store.ts'
import { deliverySweeping } from '../../src/modules/connections/webhooks/deliveries/housekeeping.ts'
import { makeDueByPayment } from '../../src/modules/purchasing/checkout/store.ts'
import { scheduleCheck } from '../../src/modules/purchasing/payments/payment-store.ts'
import { useWorld } from '../journeys/world.ts'
import { aRowOf, dropForeignKeys } from './a-row-of.ts'
import type { Holding } from './hold-records.ts'

/** No worker runs in this world: the processes of the test are its workers. */
const world = await useWorld({
  settings: {
    PURVEYOR_ROLES: 'api',
    INCIDENT_ALERT_WEBHOOK_URL: 'https://alerts.example/1',
    INCIDENT_ALERT_WEBHOOK_BEARER_TOKEN: 'a token of the first receiver',
    INCIDENT_ALERT_SECONDARY_WEBHOOK_URL: 'https://alerts.example/2',
    INCIDENT_ALERT_SECONDARY_WEBHOOK_BEARER_TOKEN: 'a token of the second receiver',
  },
})
const { database, wake } = world.parts.platform
const operator = await world.operator()
const now = () => new Date()
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const handlers = world.parts.made.flatMap(({ jobs = [] }) => jobs)
const jobs = createJobs({ database, handlers, wake, now, log: silent })
const sweepings: readonly Sweeping[] = [
  ...jobs.sweepings,
  ...world.parts.made.flatMap(({ sweepings: ofModule = [] }) => ofModule),
  ...inPlaceQueues.map((queue) => ({ queue })),
  ...alertSweepings(world.parts.modules.alerting),
  runSweeping(world.parts.modules.automations.deps),
  deliverySweeping,
]
const nobody = { failing: async () => undefined, well: async () => undefined }
const shown = poisonQueues(world.parts, createGivenUpJobs(nobody, []), now).map(
  ({ queue }) => queue.table,
)
for (const { queue } of sweepings) await dropForeignKeys(database, queue)
const children = new Set<ChildProcess>()
const program = fileURLToPath(new URL('./hold-records.ts', import.meta.url))

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

describe('every table with a lease', () => {
  it('is swept for deaths and shown to operators', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_schema || '.' || table_name as name
      from information_schema.columns join pg_class c on c.relname = table_name
      where column_name = 'lease_token' and not c.relispartition
        and c.relnamespace = (table_schema::text)::regnamespace
    `.execute(database.pool)
    const swept = new Set<string>(sweepings.map(({ queue }) => queue.table))
    const leased = rows.map(({ name }) => name).filter((name) => !(name in otherwise))
    expect(leased.filter((name) => !swept.has(name))).toEqual([])
    expect(leased.filter((name) => !shown.includes(name as Queue['table']))).toEqual([])
  })
})

/** Rows that are no work of their own, or that count deaths in another way. */
const otherwise: Readonly<Record<string, string>> = {
  'crawl.hosts': 'the turn on a host of a run that counts',
  'crawl.pages': 'a page of a run counts its lost workers itself',
  'platform.set_aside_events': 'an event is shown with the others of its subscription',
}

describe.each(['is killed', 'hangs'] as const)('a record whose worker %s three times', (fate) => {
  it('is set aside or retried slowly in every queue, is shown to operators, and can be released', async () => {
    const { companyId } = await world.company()
    const queues = sweepings.map(({ queue }) => queue)
    const ids = new Map<Queue, string>()
    const start = now()
    for (const queue of queues)
      ids.set(queue, await aRowOf(database, queue, { companyId, now: start }))

    for (const turn of [0, 1, 2]) {
      const at = after(start, hoursMs(10 * turn))
      const worker = await startHolder(queues, { at, isAlone: turn === 2, fate, turn })
      const later = after(at, hoursMs(2))
      await changedByOwners(companyId, ids, later)
      await noteProcesses(database.pool, later, `observer ${fate} ${turn}`)
      for (const sweeping of sweepings) await sweepOnce(database, sweeping, later, silent)
      worker.kill('SIGKILL')
      await madeDue(ids, after(start, hoursMs(10 * (turn + 1))), turn)
    }

    const listed = await poisonOf([...ids.values()])
    for (const [queue, id] of ids) {
      const isSetAside = queue.poison.is === 'set_aside'
      const state = isSetAside ? 'SET_ASIDE' : 'RETRIED_SLOWLY'
      expect(listed.get(id), nameOf(queue)).toMatchObject({ queue: queue.table, deaths: 3, state })
    }
    const answers = new Map<string, unknown>()
    for (const [{ table, only }, id] of ids) {
      const url = `/admin/records/poison/${table}/${id}/retry`
      const { status, body } = await operator.post(url, {})
      answers.set(`${table} ${only?.value ?? ''}`, status === 200 ? 'released' : body.meta.code)
    }
    // The run belongs to no rule here. The tests of automations release a run whose rule is active.
    const refused = [...answers].filter(([, answer]) => answer !== 'released')
    expect(refused).toEqual([['automations.runs ', 'automations.rule_not_active']])
    const released = await poisonOf([...ids.values()])
    for (const [queue, id] of ids) {
      const state = queue.table === 'automations.runs' ? 'SET_ASIDE' : 'WORKED_ON_ALONE'
      expect(released.get(id)?.state, nameOf(queue)).toBe(state)
    }
    for (const [queue, id] of ids) await removed(queue, id)
  }, 300_000)
})

/** A process takes one record of each queue and dies, or is stopped, or loops for ever. */
async function startHolder(
  queues: readonly Queue[],
  { at, isAlone, fate, turn }: { at: Date; isAlone: boolean; fate: string; turn: number },
): Promise<ChildProcess> {
  const isLooping = fate === 'hangs' && turn === 1
  const holding: Holding = {
    url: world.databaseUrl,
    queues,
    now: at.toISOString(),
    isAlone,
    isLooping,
  }
  const child = spawn(process.execPath, [program, JSON.stringify(holding)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  expect(JSON.parse(String(said)), `turn ${turn}: each record is taken`).toEqual({ missed: [] })
  if (fate === 'is killed') {
    child.kill('SIGKILL')
    await once(child, 'exit')
  } else if (!isLooping) child.kill('SIGSTOP')
  return child
}

/** What owners do meanwhile hides no death: a provider’s event, a check of a payment, a person who reconnects to a crawl. */
async function changedByOwners(
  companyId: Id<'co'>,
  ids: ReadonlyMap<Queue, string>,
  at: Date,
): Promise<void> {
  const idIn = (table: string) => [...ids].find(([queue]) => queue.table === table)?.[1] ?? ''
  await database.transaction(async (tx) => {
    await makeDueByPayment(tx, companyId, 'pay_1', at)
    const payment = { companyId, id: idIn('payments.payments') as Id<'pay'> }
    await scheduleCheck(tx, payment, at, at)
    expect(await redispatchLost(tx, { companyId, id: idIn('crawl.runs') }, at)).toBe(false)
  })
}

/** The next worker takes each record at this time. */
async function madeDue(ids: ReadonlyMap<Queue, string>, at: Date, turn: number): Promise<void> {
  for (const [queue, id] of ids) {
    const key = sql.ref(queue.id)
    const { rows } = await sql<{ deaths: number }>`
      /* across companies: the records of this test */
      update ${sql.table(queue.table)} set available_at = ${at} where ${key} = ${id} returning deaths
    `.execute(database.pool)
    expect(rows, nameOf(queue)).toEqual([{ deaths: turn + 1 }])
  }
}

async function poisonOf(ids: readonly string[]) {
  const found = new Map<string, { id: string; state: string; deaths: number; queue: string }>()
  let cursor = ''
  do {
    const { body } = await operator.get(`/admin/records/poison?limit=100${cursor}`)
    for (const record of body.data) if (ids.includes(record.id)) found.set(record.id, record)
    cursor = body.meta.nextCursor
      ? `&cursor=${encodeURIComponent(String(body.meta.nextCursor))}`
      : ''
  } while (cursor)
  return found
}

async function removed(queue: Queue, id: string): Promise<void> {
  await sql`
    /* across companies: the records of this test */
    delete from ${sql.table(queue.table)} where ${sql.ref(queue.id)} = ${id}
  `.execute(database.pool)
}

const nameOf = ({ table, only }: Queue) => `${table} ${only?.value ?? ''}`
