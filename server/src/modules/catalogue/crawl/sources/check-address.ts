import { type Outbound, UnsafeAddress } from '#platform/net'
import { normaliseAddress } from '../extract/index.ts'
import { fail } from '../failures.ts'

/** Returns the one spelling of an address that may be crawled. Every request checks it again. */
export async function checkAddress(
  outbound: Pick<Outbound, 'checkUserUrl'>,
  given: string,
): Promise<string> {
  if (!URL.canParse(given)) throw fail('address_invalid')
  const { protocol, username, password } = new URL(given)
  if (protocol !== 'https:' && protocol !== 'http:') throw fail('address_scheme_unsupported')
  if (username !== '' || password !== '') throw fail('address_has_credentials')
  const url = normaliseAddress(given)
  if (url === undefined) throw fail('address_invalid')
  try {
    await outbound.checkUserUrl(url)
  } catch (error) {
    if (!(error instanceof UnsafeAddress)) throw error
    throw fail(error.reason === 'scheme' ? 'address_scheme_unsupported' : 'address_unsafe')
  }
  return url
}
