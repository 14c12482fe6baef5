import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type Access = Record<'buyer' | 'companyAdmin', { email: string; password: string }> & {
  readonly apiKey: string
}

/** The process writes this file once its sample companies exist, which is shortly after it answers. */
export async function accessOf(dataDir: string): Promise<Access> {
  const deadline = performance.now() + 240_000
  for (;;) {
    const text = await readFile(join(dataDir, 'local-access.json'), 'utf8').catch(() => undefined)
    if (text) return JSON.parse(text) as Access
    if (performance.now() > deadline) throw new Error('nobody was seeded')
    await wait(100)
  }
}
