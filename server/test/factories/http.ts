import type { Principal } from '#kernel/actor'
import { buildHttp, type Http, type HttpOptions, type Routes } from '#platform/http'
import { createLog, createMetrics } from '#platform/telemetry'
import { closeAtEnd } from './close-at-end.ts'

type Options = Partial<HttpOptions> & {
  /** Who calls, by what `x-api-key` says. */
  readonly callers?: Readonly<Record<string, Principal>>
}

/** A server with these routes, whose answers must fit their schemas. The end of the test file closes it. */
export async function useHttp(
  routes: Routes | readonly Routes[],
  options: Options = {},
): Promise<Http> {
  return closeAtEnd(await anHttp(routes, options))
}

export async function anHttp(
  routes: Routes | readonly Routes[],
  { callers = {}, ...options }: Options = {},
): Promise<Http> {
  const http = buildHttp({
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    now: () => new Date(),
    version: '1.0.0',
    authenticate: async (headers) => callers[headers['x-api-key'] ?? ''],
    cursorKey: Buffer.from('the key that tests sign cursors with'),
    validateAnswers: true,
    ...options,
  })
  for (const one of [routes].flat()) await http.register(one)
  await http.ready()
  return http
}
