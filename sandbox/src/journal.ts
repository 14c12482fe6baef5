import { appendFile, readFile, rename, writeFile } from 'node:fs/promises'

/** What happened, one line per step, on the disk before any caller learns of it. It survives a kill at any moment. */
export type Journal<Entry> = { append(entries: readonly Entry[]): Promise<void> }

/**
 * Replays the entries, oldest first, and then keeps only those that `kept` returns, so that the file does not grow for ever. A last
 * line without its end was being written when the process died: no caller learned of it, so it is left out.
 */
export async function openJournal<Entry>(
  path: string,
  replay: (entry: Entry) => void,
  kept: () => readonly Entry[],
): Promise<Journal<Entry>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  for (const line of text.split('\n').slice(0, -1)) {
    for (const entry of JSON.parse(line) as Entry[]) replay(entry)
  }
  const lines = kept().map((entry) => `${JSON.stringify([entry])}\n`)
  await writeFile(`${path}.new`, lines.join(''), { mode: 0o600, flush: true })
  await rename(`${path}.new`, path)
  return {
    append: async (entries) => {
      if (entries.length === 0) return
      await appendFile(path, `${JSON.stringify(entries)}\n`, { flush: true })
    },
  }
}
