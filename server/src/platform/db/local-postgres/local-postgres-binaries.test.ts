import { chmod, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBinaries } from './local-postgres-binaries.ts'
import { isReachable } from './local-postgres-user.ts'

const somebodyElse = { uid: 12_345, gid: 12_345 }
let folder: string
let installed: string
let cache: string

/** A package as npm unpacks it without running its install script. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binaries-'))
  await chmod(folder, 0o755)
  installed = join(folder, 'home/package')
  cache = join(folder, 'cache')
  await mkdir(join(installed, 'native/bin'), { recursive: true })
  await mkdir(join(installed, 'native/lib'))
  await writeFile(join(installed, 'package.json'), '{"version":"18.0.0"}')
  await writeFile(join(installed, 'native/bin/postgres'), 'the program')
  await chmod(join(installed, 'native/bin/postgres'), 0o755)
  await writeFile(join(installed, 'native/lib/libicu.so.60.2'), 'the library')
  const links = [{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }]
  await writeFile(join(installed, 'native/pg-symlinks.json'), JSON.stringify(links))
})
afterEach(() => rm(folder, { recursive: true }))

describe('the PostgreSQL programs from npm', () => {
  it('are used where they are, with the symbolic links that no install script made', async () => {
    for (const _ of ['the first time', 'and again']) {
      expect(await findBinaries(somebodyElse, installed, cache)).toBe(join(installed, 'native/bin'))
    }
    expect(await readlink(join(installed, 'native/lib/libicu.so.60'))).toBe('libicu.so.60.2')
  })

  it('are copied once for a user without access to the home folder', async () => {
    await chmod(join(folder, 'home'), 0o700)
    const bin = await findBinaries(somebodyElse, installed, cache)
    expect(bin.startsWith(cache)).toBe(true)
    expect(await isReachable(join(bin, 'postgres'), somebodyElse)).toBe(true)
    expect(await readFile(join(bin, '../lib/libicu.so.60'), 'utf8')).toBe('the library')

    const { mtimeMs } = await stat(bin)
    expect(await findBinaries(somebodyElse, installed, cache)).toBe(bin)
    expect((await stat(bin)).mtimeMs).toBe(mtimeMs)
  })

  it('are copied readable when they were installed for one user only', async () => {
    await chmod(join(installed, 'native/bin/postgres'), 0o700)
    const bin = await findBinaries(somebodyElse, installed, cache)
    expect(await isReachable(join(bin, 'postgres'), somebodyElse)).toBe(true)
  })
})
