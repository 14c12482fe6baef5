import { join } from 'node:path'
import { openJournal, rewriteJournal } from '#platform/journal'

/** The secrets with which each receiver verifies its deliveries. They survive a restart. */
export type ReceiverSecrets = {
  /** Undefined: this receiver has no secret. */
  of(name: string): readonly string[] | undefined
  set(name: string, secrets: readonly string[]): Promise<void>
  close(): Promise<void>
}

type Entry = { readonly name: string; readonly secrets: readonly string[] }

/** The journal is rewritten first: only the last secrets of each receiver are kept. */
export async function openReceiverSecrets(dataDir: string): Promise<ReceiverSecrets> {
  const path = join(dataDir, 'receiver-secrets.jsonl')
  const byName = new Map<string, readonly string[]>()
  const replayed = await openJournal<Entry>(path, ({ name, secrets }) => {
    byName.set(name, secrets)
  })
  await replayed.close()
  await rewriteJournal(
    path,
    [...byName].map(([name, secrets]) => ({ name, secrets })),
  )
  const journal = await openJournal<Entry>(path, () => undefined)
  return {
    of: (name) => byName.get(name),
    set: async (name, secrets) => {
      await journal.append([{ name, secrets }])
      byName.set(name, secrets)
    },
    close: () => journal.close(),
  }
}
