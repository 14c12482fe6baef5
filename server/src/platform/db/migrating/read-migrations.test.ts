import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freshDatabase } from '#harness'
import { readMigrations } from '../index.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the migration files', () => {
  it('are read in the order of their numbers', async () => {
    await write('0010_orders.sql', 'select 10;')
    await write('0002_cart_add_note.sql', 'select 2;')
    await write('README.md', 'not one of them')
    expect(await readMigrations(folder)).toEqual([
      { name: '0002_cart_add_note', sql: 'select 2;' },
      { name: '0010_orders', sql: 'select 10;' },
    ])
  })

  it('are refused with an unsortable name or a duplicate number', async () => {
    await write('12_orders.sql', 'select 1;')
    await expect(readMigrations(folder)).rejects.toThrow('12_orders.sql is not named')
    await rm(join(folder, '12_orders.sql'))
    await write('0012_orders.sql', 'select 1;')
    await write('0012_cart.sql', 'select 1;')
    await expect(readMigrations(folder)).rejects.toThrow('two migrations have the number 0012')
  })

  it('of this release apply to an empty database', async () => {
    const database = await freshDatabase({ migrations: [] })
    try {
      const migrations = await readMigrations()
      expect(await database.migrate(migrations)).toEqual(migrations.map(({ name }) => name))
    } finally {
      await database.close()
    }
  })
})

async function write(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text)
}
