import { type FileHandle, open, readFile, rename, truncate } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What happened, one line per step, on the disk before any caller learns of it. It survives a kill at any moment. */
export type Journal<Entry> = {
  /** Appends all entries or none: one line, one write, one sync. */
  append(entries: readonly Entry[]): Promise<void>
  close(): Promise<void>
}

export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged'

  constructor(place: string) {
    super(`The journal is damaged at ${place}.`)
  }
}

/** Replays the entries, oldest first, and opens the file for more. */
export async function openJournal<Entry>(
  path: string,
  replay: (entry: Entry) => void,
): Promise<Journal<Entry>> {
  await replayFile(path, replay)
  const file = await open(path, 'a', 0o600)
  await syncFolder(path)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    append: (entries) => inTurn(() => appendWhole(file, entries)),
    close: () => inTurn(() => file.close()),
  }
}

/** Rewrites the journal with the entries that still matter, so that it does not grow for ever. */
export async function rewriteJournal<Entry>(path: string, entries: readonly Entry[]) {
  const fresh = `${path}.new`
  const file = await open(fresh, 'w', 0o600)
  try {
    for (const entry of entries) await file.write(`${JSON.stringify([entry])}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, path)
  await syncFolder(path)
}

/** Removes its line again if it was cut off, for example by a full disk. Otherwise the next line would be appended to it. */
async function appendWhole<Entry>(file: FileHandle, entries: readonly Entry[]): Promise<void> {
  const { size } = await file.stat()
  try {
    await appendLine(file, entries)
  } catch (error) {
    await file.truncate(size).catch(() => undefined)
    throw error
  }
}

async function appendLine<Entry>(file: FileHandle, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  await file.write(`${JSON.stringify(entries)}\n`)
  await file.datasync()
}

/** A last line without a line end was being written when the process died. No caller learned of it, so it is removed. */
async function replayFile<Entry>(path: string, replay: (entry: Entry) => void): Promise<void> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (bytes === undefined) return
  const whole = bytes.lastIndexOf(10) + 1
  if (whole < bytes.length) await truncate(path, whole)
  const lines = bytes.subarray(0, whole).toString('utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (line === '') continue
    for (const entry of readLine<Entry>(line, `${path}:${index + 1}`)) replay(entry)
  }
}

function readLine<Entry>(line: string, place: string): readonly Entry[] {
  try {
    return JSON.parse(line) as Entry[]
  } catch {
    throw new JournalDamaged(place)
  }
}

/** A new file name is durable only once its folder is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
