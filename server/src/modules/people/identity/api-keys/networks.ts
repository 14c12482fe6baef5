import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Accepts `192.0.2.0/24`, `2001:db8::/48`, or one address. Undefined for anything else, such as a range with host
 * bits.
 */
export function readNetwork(text: string): string | undefined {
  // ipaddr.js also accepts 192.0.2 and 0x7f.1 as addresses.
  if (isIP(text.split('/')[0] ?? '') === 0) return undefined
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  if (!ipaddr.isValidCIDR(cidr)) return undefined
  const [address, bits] = ipaddr.parseCIDR(cidr)
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
  const network = kind.networkAddressFromCIDR(cidr).toString()
  return network === address.toString() ? `${network}/${bits}` : undefined
}

/** Without networks every address is allowed. Otherwise the address must be in one of them. */
export function isWithin(networks: readonly string[], address: string | undefined): boolean {
  if (networks.length === 0) return true
  if (address === undefined || !ipaddr.isValid(address)) return false
  // ::ffff:192.0.2.7 is 192.0.2.7.
  const client = ipaddr.process(address)
  return networks.some((network) => {
    const [start, bits] = ipaddr.parseCIDR(network)
    return start.kind() === client.kind() && client.match(start, bits)
  })
}
