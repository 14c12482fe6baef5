import { fail } from '../failures.ts'

/** Throws `UnsafeAddress` if the service may not call the address. platform/net makes the check. */
export type CheckUrl = (url: string) => Promise<void>

const longest = 2_048
/**
 * Blanks and control characters, which a parser silently drops or hides, and the backslash, which parsers read
 * differently.
 */
const unseen = /[\s\p{Cc}\\]/u

/**
 * Resolves the name, so call this outside of any transaction. An address that is not public and a name that does not
 * resolve are the same failure: the difference would let a company map our network.
 */
export async function checkEndpointUrl(checkUrl: CheckUrl, url: string): Promise<void> {
  if (url.length > longest || unseen.test(url) || !URL.canParse(url)) throw fail('url_invalid')
  const { protocol, username, password, hash } = new URL(url)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  if (!isWeb || username || password || hash) throw fail('url_invalid')
  await checkUrl(url).catch(() => {
    throw fail('url_unsafe')
  })
}
