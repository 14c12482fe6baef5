import { createOutbound, type Outbound } from '#platform/net'

/** The address is not one of our store. */
export class SourceForbidden extends Error {
  override readonly name = 'SourceForbidden'
}

/** The store did not answer, or has no such source. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable'
}

export type ReadSource = (url: string, timeoutMs: number) => Promise<Buffer>

/**
 * Reads sources from our own store and from nowhere else: `prefix` is the address under which the API serves them. An address of a
 * supplier never gets here, because the service has fetched it before.
 */
export function createReadSource(given: {
  readonly prefix: string
  readonly bytesMax: number
  readonly version: string
}): { readonly read: ReadSource; close(): Promise<void> } {
  const outbound: Outbound = createOutbound({
    allowPrivate: true,
    userAgent: `Purveyor-imaging/${given.version}`,
  })
  return {
    read: async (url, timeoutMs) => {
      if (!isBelow(given.prefix, url)) throw new SourceForbidden('It is not in the store.')
      const answer = await outbound
        .request({
          url,
          method: 'GET',
          timeoutMs,
          maxBodyBytes: given.bytesMax,
          audience: 'operator',
        })
        .catch((error: unknown) => {
          throw new SourceUnavailable('The store did not answer.', { cause: error })
        })
      if (answer.status !== 200) {
        throw new SourceUnavailable(`The store answered ${answer.status}.`)
      }
      return answer.body
    },
    close: () => outbound.close(),
  }
}

/** Compared after parsing: a text that only begins like the prefix may name another host. */
function isBelow(prefix: string, text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const base = new URL(prefix)
  return (
    url.origin === base.origin &&
    url.username === '' &&
    url.password === '' &&
    url.pathname.startsWith(base.pathname)
  )
}
