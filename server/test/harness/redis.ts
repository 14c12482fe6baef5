import { tmpdir } from 'node:os'
import { inject } from 'vitest'
import { type OwnRedis, startRedisServer } from './redis-process.ts'
import { findRedis } from './tools.ts'

/** Why a suite is left out: `describe.skipIf(!redisUrl())(...)`. */
export const redisMissing = 'no redis-server was found: set TEST_REDIS_SERVER'

/**
 * The Redis that all files of a run share: keys of a test carry something of its own. Undefined on a machine
 * without one.
 */
export function redisUrl(): string | undefined {
  return inject('redisUrl')
}

/** One for a test alone, to be stopped, and started again on the same port. */
export async function ownRedis(port?: number): Promise<OwnRedis> {
  const program = findRedis()
  if (!program) throw new Error(redisMissing)
  return startRedisServer(program, tmpdir(), port)
}
