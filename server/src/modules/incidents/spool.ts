import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#kernel/id'
import { type Journal, JournalDamaged, openJournal, rewriteJournal } from '#platform/journal'
import type { WorkLog } from '#platform/leases'
import type { TransportName } from './alert.ts'
import type { Sighting } from './incident.ts'

/** What was seen while the database could not hold it. */
export type Spooled = {
  /** Of the incident that it becomes, so that whoever was told of it is told of its end. */
  readonly id: string
  readonly sighting: Sighting
  /** Who has been told past the database. */
  readonly told: readonly TransportName[]
}

type Entry =
  | {
      readonly kind: 'seen'
      readonly id: string
      readonly sighting: Omit<Sighting, 'now'> & { readonly now: string }
    }
  | { readonly kind: 'told'; readonly id: string; readonly transport: TransportName }
  | { readonly kind: 'kept'; readonly id: string }

/** A small file of what the database does not know yet: synced line by line, and read again after a crash. */
export type Spool = {
  /** The same trouble is kept once, however often it is seen. False when it was there, or the spool is full. */
  add(sighting: Sighting): Promise<boolean>
  /** Oldest first. */
  waiting(): readonly Spooled[]
  told(id: string, transport: TransportName): Promise<void>
  /** The database has it now. */
  kept(id: string): Promise<void>
  close(): Promise<void>
}

type SpoolLog = Pick<WorkLog, 'error'>

const entriesMax = 1_000
const ownName = `incidents.${process.pid}.jsonl`
const anyName = /^incidents\.([0-9]{1,10})\.jsonl$/

/** A file for each process. What a process has left that lives no more is taken over. */
export async function openSpool(folder: string, log: SpoolLog): Promise<Spool> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const waiting = new Map<string, Spooled>()
  const left = await orphansIn(folder)
  for (const name of left) await takeOver(waiting, join(folder, name), log)
  const path = join(folder, ownName)
  await rewriteJournal(path, [...waiting.values()].flatMap(entriesOf))
  for (const name of left) if (name !== ownName) await rm(join(folder, name), { force: true })
  return spoolOn(waiting, await openJournal<Entry>(path, () => undefined), log)
}

/** What is whole of a damaged file counts; the file is put aside, so that it stops nobody from keeping one again. */
async function takeOver(waiting: Map<string, Spooled>, path: string, log: SpoolLog) {
  try {
    await (await openJournal<Entry>(path, (entry) => apply(waiting, entry))).close()
  } catch (error) {
    if (!(error instanceof JournalDamaged)) throw error
    await rename(path, `${path}.damaged`)
    log.error({ err: error, path }, 'A file of incidents was damaged and is put aside.')
  }
}

/** In the folder of a process for what outlives it; in memory where no file can be kept there. */
export async function openSpoolIn(
  dataDir: string,
  log: Pick<WorkLog, 'error' | 'warn'>,
): Promise<Spool> {
  try {
    return await openSpool(join(dataDir, 'spool'), log)
  } catch (error) {
    log.warn({ err: error }, 'No file can be kept for incidents: they are held in memory.')
    return memorySpool()
  }
}

/** Where no file can be written: what is seen is still told, and lost with the process. */
export function memorySpool(): Spool {
  const nowhere = { append: async () => undefined, close: async () => undefined }
  return spoolOn(new Map(), nowhere, { error: () => undefined })
}

/** What cannot be written, as on a disk that is full, is held and told all the same, and lost with the process. */
function spoolOn(waiting: Map<string, Spooled>, journal: Journal<Entry>, log: SpoolLog): Spool {
  const write = async (entry: Entry) => {
    await journal.append([entry]).catch((error: unknown) => {
      log.error(
        { err: error },
        'An incident could not be written to its file. It is held in memory.',
      )
    })
    apply(waiting, entry)
  }
  return {
    add: async (sighting) => {
      const isThere = [...waiting.values()].some(({ sighting: other }) => same(sighting, other))
      if (isThere || waiting.size >= entriesMax) return false
      const id = newId('inc', sighting.now)
      await write({ kind: 'seen', id, sighting: { ...sighting, now: sighting.now.toISOString() } })
      return true
    },
    waiting: () => [...waiting.values()],
    told: (id, transport) => write({ kind: 'told', id, transport }),
    kept: (id) => write({ kind: 'kept', id }),
    close: () => journal.close(),
  }
}

async function orphansIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => {
    const pid = Number(anyName.exec(name)?.[1])
    return pid > 0 && (pid === process.pid || !isAlive(pid))
  })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function apply(waiting: Map<string, Spooled>, entry: Entry): void {
  if (entry.kind === 'seen') {
    const { id, sighting } = entry
    waiting.set(id, { id, sighting: { ...sighting, now: new Date(sighting.now) }, told: [] })
    return
  }
  const spooled = waiting.get(entry.id)
  if (!spooled) return
  if (entry.kind === 'kept') waiting.delete(entry.id)
  else waiting.set(entry.id, { ...spooled, told: [...spooled.told, entry.transport] })
}

function entriesOf({ id, sighting, told }: Spooled): Entry[] {
  const now = sighting.now.toISOString()
  return [
    { kind: 'seen', id, sighting: { ...sighting, now } },
    ...told.map((transport): Entry => ({ kind: 'told', id, transport })),
  ]
}

function same(one: Sighting, other: Sighting): boolean {
  return one.key === other.key && one.dedupeKey === other.dedupeKey
}
