import { readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#kernel/id'
import { minutesMs } from '#kernel/time'
import { makeFolder } from '#platform/folders'
import { type Journal, JournalDamaged, openJournal, rewriteJournal } from '#platform/journal'
import { isGone, ownHolder, type WorkLog } from '#platform/leases'
import type { TransportName } from './alerts/alert.ts'
import type { Sighting } from './incident.ts'

/** An incident that the database could not store. */
export type Spooled = {
  /** The id of the future incident, so that each transport that was notified also gets the end. */
  readonly id: string
  readonly sighting: Sighting
  /** The transports that were notified without the database. */
  readonly sentTo: readonly TransportName[]
}

type Entry =
  | {
      readonly kind: 'seen'
      readonly id: string
      readonly sighting: Omit<Sighting, 'now'> & { readonly now: string }
    }
  | { readonly kind: 'sent'; readonly id: string; readonly transport: TransportName }
  | { readonly kind: 'kept'; readonly id: string }

/**
 * A small file of incidents that the database does not have yet: synced line by line, and read again after a crash.
 */
export type Spool = {
  /** A trouble is stored once, however often it is seen. Returns false if it was there, or the spool is full. */
  add(sighting: Sighting): Promise<boolean>
  /** Oldest first. */
  waiting(): readonly Spooled[]
  markSent(id: string, transport: TransportName): Promise<void>
  /** The database has the incident now. */
  kept(id: string): Promise<void>
  /** Takes over files that other processes have left. The spool also does so by itself. */
  takeLeft(): Promise<void>
  close(): Promise<void>
}

type SpoolLog = Pick<WorkLog, 'error'>

const entriesMax = 1_000
const touchedMs = minutesMs(1)
const leftMs = minutesMs(5)

// The name has the host and the process: in a folder that containers share, all of them may have the same process
// number.
const nameOf = (holder: string) => `incidents.${holder}.jsonl`
const ownName = nameOf(ownHolder)
const anyName = /^incidents\.([a-z0-9.]+)(?:_[0-9]+)?\.jsonl$/

/** Each process has its own file. The files of dead processes are taken over, now and every minute. */
export async function openSpool(folder: string, log: SpoolLog): Promise<Spool> {
  await makeFolder(folder, 0o700)
  const waiting = new Map<string, Spooled>()
  const path = join(folder, ownName)
  await readInto(waiting, path, log)
  await rewriteJournal(path, [...waiting.values()].flatMap(entriesOf))
  const journal = await openJournal<Entry>(path, () => undefined)
  const takeLeft = async () => {
    await utimes(path, new Date(), new Date())
    await takeOver(folder, waiting, journal, log)
  }
  await takeLeft()
  const timer = setInterval(() => {
    takeLeft().catch((error: unknown) =>
      log.error({ err: error }, 'The spool was not looked after.'),
    )
  }, touchedMs)
  timer.unref()
  const close = async () => {
    clearInterval(timer)
    await journal.close()
    // The next process that looks may take it, wherever it runs.
    await utimes(path, new Date(0), new Date(0)).catch(() => undefined)
  }
  return { ...spoolOn(waiting, journal, log), takeLeft, close }
}

let takenCount = 0

/**
 * Whoever renames a file owns it: of two processes that find it, one gets it. The file is removed when our own has
 * its content.
 */
async function takeOver(
  folder: string,
  waiting: Map<string, Spooled>,
  journal: Journal<Entry>,
  log: SpoolLog,
): Promise<void> {
  for (const name of await listLeft(folder)) {
    takenCount += 1
    const taken = join(folder, nameOf(`${ownHolder}_${takenCount}`))
    if (!(await isRenamed(join(folder, name), taken))) continue
    const found = new Map<string, Spooled>()
    await readInto(found, taken, log)
    const entries = [...found.values()].flatMap(entriesOf)
    if (entries.length > 0) await journal.append(entries)
    for (const [id, spooled] of found) waiting.set(id, spooled)
    await rm(taken, { force: true })
  }
}

async function isRenamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Reads the intact lines of a damaged file. The file is moved aside, so that it does not prevent a new one. */
async function readInto(waiting: Map<string, Spooled>, path: string, log: SpoolLog) {
  try {
    await (await openJournal<Entry>(path, (entry) => apply(waiting, entry))).close()
  } catch (error) {
    if (!(error instanceof JournalDamaged)) throw error
    await rename(path, `${path}.damaged`)
    log.error({ err: error, path }, 'A file of incidents was damaged and is put aside.')
  }
}

/** Uses the folder of a process for incidents that outlive it, or memory if no file can be written there. */
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

/** For folders without write access: incidents are still sent, and lost with the process. */
export function memorySpool(): Spool {
  const nowhere = { append: async () => undefined, close: async () => undefined }
  return spoolOn(new Map(), nowhere, { error: () => undefined })
}

/**
 * An incident that cannot be written, for example because the disk is full, is kept in memory and still sent, and
 * lost with the process.
 */
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
      const isThere = [...waiting.values()].some(({ sighting: other }) =>
        isSameIncident(sighting, other),
      )
      if (isThere || waiting.size >= entriesMax) return false
      const id = newId('inc', sighting.now)
      await write({ kind: 'seen', id, sighting: { ...sighting, now: sighting.now.toISOString() } })
      return true
    },
    waiting: () => [...waiting.values()],
    markSent: (id, transport) => write({ kind: 'sent', id, transport }),
    kept: (id) => write({ kind: 'kept', id }),
    takeLeft: async () => undefined,
    close: () => journal.close(),
  }
}

/** Files of processes that are gone, and of processes elsewhere that have not touched theirs for a while. */
async function listLeft(folder: string): Promise<string[]> {
  const left: string[] = []
  for (const name of await readdir(folder)) {
    const holder = anyName.exec(name)?.[1]
    if (holder === undefined || name === ownName) continue
    if (holder === ownHolder || isGone(holder) || (await isUntouched(join(folder, name)))) {
      left.push(name)
    }
  }
  return left
}

/** Uses the clock of the machine, because file times do. */
async function isUntouched(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && found.mtimeMs < Date.now() - leftMs
}

function apply(waiting: Map<string, Spooled>, entry: Entry): void {
  if (entry.kind === 'seen') {
    const { id, sighting } = entry
    waiting.set(id, { id, sighting: { ...sighting, now: new Date(sighting.now) }, sentTo: [] })
    return
  }
  const spooled = waiting.get(entry.id)
  if (!spooled) return
  if (entry.kind === 'kept') waiting.delete(entry.id)
  else waiting.set(entry.id, { ...spooled, sentTo: [...spooled.sentTo, entry.transport] })
}

function entriesOf({ id, sighting, sentTo }: Spooled): Entry[] {
  const now = sighting.now.toISOString()
  return [
    { kind: 'seen', id, sighting: { ...sighting, now } },
    ...sentTo.map((transport): Entry => ({ kind: 'sent', id, transport })),
  ]
}

function isSameIncident(one: Sighting, other: Sighting): boolean {
  return one.key === other.key && one.dedupeKey === other.dedupeKey
}
