import { fail } from '../failures.ts'

/** Throws `UnsafeAddress` when the address may not be called; the check of platform/net. */
export type CheckUrl = (url: string) => Promise<void>

const longest = 2_048
/** Blanks and control characters, which a parser drops or hides without a word, and the backslash, which parsers disagree on. */
const unseen = /[\s\p{Cc}\\]/u

/**
 * Looks the name up, so it is called outside of any transaction. An address that is not public and a name that does
 * not resolve are one failure: the difference would let a company map our network.
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
