import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from './migrate.ts'

const ownFolder = join(import.meta.dirname, '../../../../migrations')
const fileName = /^(\d{4})_[a-z][a-z0-9_]*\.sql$/

/** The files of `server/migrations`, ordered by their numbers. */
export async function readMigrations(folder: string = ownFolder): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const file of files) {
    const number = fileName.exec(file)?.[1]
    assert(number, `migrations/${file} is not named NNNN_module.sql or NNNN_module_what.sql`)
    assert(!numbers.has(number), `two migrations have the number ${number}`)
    numbers.add(number)
  }
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -'.sql'.length),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  )
}
