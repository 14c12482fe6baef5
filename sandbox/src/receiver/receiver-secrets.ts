import { join } from 'node:path'
import { openJournal } from '../journal.ts'

/** The secrets with which each receiver verifies its deliveries. They survive a restart. */
export type ReceiverSecrets = {
  /** Undefined: this receiver has no secret. */
  of(name: string): readonly string[] | undefined
  set(name: string, secrets: readonly string[]): Promise<void>
}

type Entry = { readonly name: string; readonly secrets: readonly string[] }

/** Only the last secrets of each receiver are kept. */
export async function openReceiverSecrets(dataDir: string): Promise<ReceiverSecrets> {
  const byName = new Map<string, readonly string[]>()
  const journal = await openJournal<Entry>(
    join(dataDir, 'receiver-secrets.jsonl'),
    ({ name, secrets }) => byName.set(name, secrets),
    () => [...byName].map(([name, secrets]) => ({ name, secrets })),
  )
  return {
    of: (name) => byName.get(name),
    set: async (name, secrets) => {
      await journal.append([{ name, secrets }])
      byName.set(name, secrets)
    },
  }
}
