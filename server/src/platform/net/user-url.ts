import { isIP } from 'node:net'
import { type AddressRule, mayReach } from './addresses.ts'
import { UnsafeAddress } from './errors.ts'

export type UrlRule = AddressRule & {
  /** The names of this service itself. */
  readonly ownHosts?: readonly string[]
}

const lengthMax = 2_048
const ports = new Set(['', '443', '8443'])
const internalName = /(^|\.)(localhost|local|internal|arpa|localdomain|home|lan|corp)$/

/**
 * Parses a URL from a user once: the URL that is checked is the URL that is called. `URL` turns octal, hexadecimal, short and
 * full-width addresses into plain ones, so every check comes after it. Names are looked up only when connecting.
 */
export function readUserUrl(text: string, rule: UrlRule): URL {
  if (text.length > lengthMax || !URL.canParse(text)) throw new UnsafeAddress('url_invalid')
  const url = new URL(text)
  const schemes = rule.allowPrivate ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) throw new UnsafeAddress('scheme')
  if (url.username !== '' || url.password !== '') throw new UnsafeAddress('credentials')
  if (!rule.allowPrivate && !ports.has(url.port)) throw new UnsafeAddress('port')

  const host = hostOf(url)
  if (rule.ownHosts?.includes(host)) throw new UnsafeAddress('host')
  if (isIP(host) !== 0) {
    if (!mayReach(host, rule)) throw new UnsafeAddress('address')
    return url
  }
  const name = host.replace(/\.+$/, '')
  if (name === '' || rule.ownHosts?.includes(name)) throw new UnsafeAddress('host')
  if (!rule.allowPrivate && (internalName.test(name) || !name.includes('.'))) {
    throw new UnsafeAddress('host')
  }
  return url
}

/** The host without the brackets of an IPv6 address. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}
