import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder, which the end of the test file removes. */
export async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}
