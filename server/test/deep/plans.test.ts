import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/write-sql.ts')

/** On a PostgreSQL 18 of its own: the files of plans are for that version. */
it('PostgreSQL runs searches, claims and orders by the documented plans', async () => {
  const { stderr } = await promisify(execFile)(process.execPath, [
    script,
    '--plans',
    '--check',
  ]).catch((error: { stderr: string; message: string }) => ({
    stderr: error.stderr || error.message,
  }))
  expect(stderr).toBe('')
}, 600_000)
