import { renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { destination } from 'pino'
import type { LocalHome } from './local-home.ts'

const bytesMax = 20_000_000

/**
 * The terminal is for people, so a local start logs to a file. Every line is written at once, so that a kill loses none. A file
 * that has grown large is renamed to be the previous one, and one previous file is kept.
 */
export function localLog({ folder }: LocalHome) {
  const path = join(folder, 'purveyor.log')
  if (sizeOf(path) > bytesMax) renameSync(path, `${path}.1`)
  return destination({ dest: path, sync: true, mode: 0o600 })
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
