import { readFile, stat } from 'node:fs/promises'
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
 * supplier never gets here, because the service has fetched it before. With `files`, the store is on this machine: the source is read
 * from its file, and from the API only if it is not there.
 */
export function createReadSource(given: {
  readonly prefix: string
  readonly bytesMax: number
  readonly version: string
  readonly files?: string | undefined
}): { readonly read: ReadSource; close(): Promise<void> } {
  const outbound: Outbound = createOutbound({
    allowPrivate: true,
    userAgent: `Purveyor-imaging/${given.version}`,
  })
  return {
    read: async (url, timeoutMs) => {
      if (!isBelow(given.prefix, url)) throw new SourceForbidden('It is not in the store.')
      const path = given.files === undefined ? undefined : fileOf(given.files, url)
      const stored =
        path === undefined ? undefined : await readSmall(path, given.bytesMax, timeoutMs)
      if (stored) return stored
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

const safe = /^[A-Za-z0-9_-]{1,100}$/

/** The file of the source: the address ends with the product and the version. Undefined if these are no names of files. */
function fileOf(files: string, url: string): string | undefined {
  const [productId = '', version = ''] = new URL(url).pathname.split('/').slice(-2)
  if (!safe.test(productId) || !safe.test(version)) return undefined
  return files.replace('{productId}', productId).replace('{version}', version)
}

/** Undefined for a file that is missing, too large or slow: then the API answers for it. */
async function readSmall(
  path: string,
  bytesMax: number,
  timeoutMs: number,
): Promise<Buffer | undefined> {
  try {
    if ((await stat(path)).size > bytesMax) return undefined
    return await readFile(path, { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    return undefined
  }
}
