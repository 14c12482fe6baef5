import { mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useDatabase } from '#harness'
import { after, minutesMs, secondsMs } from '#kernel/time'
import { openDatabase, sql } from '#platform/db'
import { holderOf, ownHolder } from '#platform/leases'
import { createOutbound } from '#platform/net'
import { closeAtEnd } from '#testing/close-at-end'
import { aReceiver, type Receiver } from '#testing/webhooks'
import { databaseProxy } from '../../../../test/harness/tcp-proxy.ts'
import type { Transport } from './alerts/alert.ts'
import { sendDue } from './alerts/alerting.ts'
import type { Severity } from './incident.ts'
import {
  createIncidents,
  drainSpool,
  openSpool,
  type RaisingDeps,
  raise,
  type Spool,
} from './index.ts'

const start = new Date('2026-01-02T03:04:05Z')
const ownFile = `incidents.${ownHolder}.jsonl`
const elsewhereFile = `incidents.${ownHolder.replace(/^[^.]+/, '0123456789')}.jsonl`
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
let primary: Receiver
let secondary: Receiver
let folder: string
const opened: Spool[] = []
let time: Date
const source = await useDatabase()
const outbound = closeAtEnd(createOutbound({ allowPrivate: true, userAgent: 'Purveyor' }))
const proxied = await databaseProxy(source.url)
const proxy = closeAtEnd(proxied.proxy)
const database = closeAtEnd(
  openDatabase({
    url: proxied.url,
    poolMax: 2,
    statementTimeoutMs: 2_000,
    onPoolError: () => undefined,
  }),
)

beforeEach(async () => {
  time = start
  primary = await aReceiver()
  secondary = await aReceiver()
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
  proxy.mend()
  await sql`delete from incidents.deliveries`.execute(source.pool)
  await sql`delete from incidents.incidents`.execute(source.pool)
})
afterEach(async () => {
  // Some were closed by their test.
  await Promise.allSettled(opened.splice(0).map((spool) => spool.close()))
  await Promise.all([primary.close(), secondary.close()])
  await rm(folder, { recursive: true })
})

it('an incident is written to the database when it answers, and nothing is spooled', async () => {
  const deps = await raising()
  await raise(deps, down('critical'))

  expect(deps.spool.waiting()).toEqual([])
  expect(await incidentsThere()).toEqual(['platform.dependency-down firing'])
})

it('a database that is away raises one alert while it is away and one resolution when it is back', async () => {
  const deps = await raising()
  proxy.cut()
  await raise(deps, down('critical'))
  await raise(deps, down('critical'))
  await drain(deps)
  await drain(deps)
  expect(statusesAt(primary)).toEqual(['firing'])
  expect(statusesAt(secondary)).toEqual(['firing'])

  proxy.mend()
  await drain(deps)
  expect(deps.spool.waiting()).toEqual([])
  expect(await incidentsThere()).toEqual(['platform.dependency-down firing'])
  await database.transaction((tx) =>
    deps.incidents.resolve(tx, {
      key: 'platform.dependency-down',
      dedupeKey: 'database',
      now: time,
    }),
  )
  for (const transport of deps.transports) {
    await sendDue(deps, transport, AbortSignal.timeout(5_000))
  }
  expect(statusesAt(primary)).toEqual(['firing', 'resolved'])
  expect(statusesAt(secondary)).toEqual(['firing', 'resolved'])
})

it('an alert is retried while its transport refuses it', async () => {
  const deps = await raising()
  proxy.cut()
  primary.answers({ status: 503 })
  await raise(deps, down('warning'))
  const tries = new Map()
  const signal = AbortSignal.timeout(10_000)
  await drainSpool(deps, tries, signal)
  await drainSpool(deps, tries, signal)
  expect(primary.received).toHaveLength(1)

  primary.answers({ status: 202 })
  time = after(start, secondsMs(15))
  await drainSpool(deps, tries, signal)
  expect(primary.received).toHaveLength(2)
  expect(secondary.received).toHaveLength(0)
})

it('a spooled incident survives the end of the process, and sent alerts stay sent', async () => {
  const before = await raising()
  proxy.cut()
  await raise(before, down('warning'))
  await drain(before)
  await before.spool.close()

  const next = await raising()
  await drain(next)
  expect(statusesAt(primary)).toEqual(['firing'])
  proxy.mend()
  await drain(next)
  expect(await incidentsThere()).toEqual(['platform.dependency-down firing'])
})

it('a process takes over the spool file of a dead one, with a last line cut off by its death', async () => {
  // No process has that number: Linux ends at 4,194,304.
  const deadFile = `incidents.${holderOf(4_999_999)}.jsonl`

  const dead = await raising()
  proxy.cut()
  await raise(dead, down('warning'))
  await dead.spool.close()
  const own = join(folder, ownFile)
  await writeFile(join(folder, deadFile), `${await readFile(own, 'utf8')}[{"ki`)
  await rm(own)

  const next = await raising()

  expect(next.spool.waiting()).toHaveLength(1)
  await expect(readFile(join(folder, deadFile))).rejects.toThrow('ENOENT')
})

it('a process leaves the file of a live process on another host alone, even with the same process id', async () => {
  const dead = await raising()
  proxy.cut()
  await raise(dead, down('warning'))
  await dead.spool.close()
  const text = await readFile(join(folder, ownFile), 'utf8')
  await rm(join(folder, ownFile))
  const theirs = join(folder, elsewhereFile)
  await writeFile(theirs, text)

  const next = await raising()
  expect(next.spool.waiting()).toEqual([])
  expect(await readFile(theirs, 'utf8')).toBe(text)

  const longAgo = after(new Date(), -minutesMs(6))
  await utimes(theirs, longAgo, longAgo)
  await next.spool.takeLeft()
  expect(next.spool.waiting()).toHaveLength(1)
  expect(await readdir(folder)).toEqual([ownFile])
  await next.spool.close()
  expect((await raising()).spool.waiting()).toHaveLength(1)
})

it('a process takes over at once the file of a process elsewhere that was stopped', async () => {
  const stopped = await raising()
  proxy.cut()
  await raise(stopped, down('warning'))
  await stopped.spool.close()
  await rename(join(folder, ownFile), join(folder, elsewhereFile))

  expect((await raising()).spool.waiting()).toHaveLength(1)
  expect(await readdir(folder)).toEqual([ownFile])
})

it('an incident is also sent when its file cannot be written, as on a full disk', async () => {
  const deps = await raising()
  proxy.cut()
  // Nothing can be written to a file that is closed.
  await deps.spool.close()
  await raise(deps, down('warning'))
  await drain(deps)
  await drain(deps)
  expect(statusesAt(primary)).toEqual(['firing'])
})

it('a damaged file is put aside, and its whole lines are kept', async () => {
  const before = await raising()
  proxy.cut()
  await raise(before, down('warning'))
  await before.spool.close()
  const own = join(folder, ownFile)
  const kept = await readFile(own, 'utf8')
  await writeFile(own, `${kept}[{"ki${kept}`)

  const next = await raising()
  expect(next.spool.waiting()).toHaveLength(1)
  expect(await readdir(folder)).toContain(`${ownFile}.damaged`)
  expect(await readFile(own, 'utf8')).toBe(kept)
})

async function raising(): Promise<RaisingDeps> {
  const transports: Transport[] = [
    { name: 'primary', url: primary.url, bearerToken: 'a', format: 'generic' },
    { name: 'secondary', url: secondary.url, bearerToken: 'b', format: 'generic' },
  ]
  const now = () => time
  const incidents = createIncidents({ database, now, transports })
  const spool = await openSpool(folder, log)
  opened.push(spool)
  return { database, outbound, transports, environment: 'test', now, log, incidents, spool }
}

function down(severity: Severity) {
  return {
    key: 'platform.dependency-down',
    severity,
    summary: 'The database does not answer.',
    details: {},
    dedupeKey: 'database',
    now: time,
  } as const
}

function drain(deps: RaisingDeps): Promise<number> {
  return drainSpool(deps, new Map(), AbortSignal.timeout(10_000))
}

function statusesAt({ received }: Receiver): string[] {
  return received.map(({ body }) => (JSON.parse(body) as { status: string }).status)
}

async function incidentsThere(): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select key || ' ' || status as word from incidents.incidents order by id
  `.execute(source.pool)
  return rows.map(({ word }) => word)
}
