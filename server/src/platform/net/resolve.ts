import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { OutboundFailed } from './errors.ts'

/** All addresses of a name. Rejects when there is none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * Asks the name servers directly. The system's own lookup waits in a small pool of threads, and a few slow zones chosen by a user
 * would block it for everybody. It would also add search domains and a hosts file to the user's name.
 */
export function createResolve(timeoutMs: number): Resolve {
  return async (hostname) => {
    // The name `localhost` is in no zone.
    if (/^localhost\.?$/i.test(hostname)) {
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]
    }
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 })
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ])
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 })),
    ]
    if (addresses.length > 0) return addresses
    throw new OutboundFailed('dns', false, {
      cause: four.status === 'rejected' ? four.reason : six,
    })
  }
}

/** Like `resolve`, with a time limit, whatever the resolver does. */
export function resolveWithin(timeoutMs: number, resolve: Resolve): Resolve {
  return (hostname) =>
    new Promise((done, failed) => {
      const timer = setTimeout(() => failed(new OutboundFailed('dns', false)), timeoutMs)
      resolve(hostname)
        .then(done, (error: unknown) =>
          failed(
            error instanceof OutboundFailed
              ? error
              : new OutboundFailed('dns', false, { cause: error }),
          ),
        )
        .finally(() => clearTimeout(timer))
    })
}
