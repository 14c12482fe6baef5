import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Addresses that must never be called for a user, beside everything that `ipaddr.js` does not call unicast. Its ranges and this
 * list overlap on purpose: an update of the library must not open an address of this list.
 */
const closedAddresses = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The metadata service of Azure. For everybody else it is unicast.
  '168.63.129.16/32',
  // Teredo, benchmarking, ORCHID and the other special uses.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
])

/** The allocated part of IPv6. Mapped, translated, local and discarded addresses are all outside it. */
const globalIpv6 = blockList(['2000::/3'])

const loopback = blockList(['127.0.0.0/8', '::1/128'])

export type AddressRule = {
  /** In `local` and `test`: allows this machine too. Its networks stay closed. */
  readonly allowPrivate: boolean
  /** Our own addresses, as seen from outside. */
  readonly ownAddresses?: readonly string[]
}

/** Whether a connection for a user may go to this address. Anything that is not exactly an address is refused. */
export function mayReach(address: string, rule: AddressRule): boolean {
  const version = isIP(address)
  if (version === 0 || address.includes('%')) return false
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (rule.ownAddresses?.includes(address)) return false
  // `BlockList` treats a mapped address as its IPv4 address. The rules for IPv6 must not: they close all mapped addresses.
  if (version === 6 && ipaddr.IPv6.parse(address).isIPv4MappedAddress()) return false
  if (rule.allowPrivate && loopback.check(address, family)) return true
  if (closedAddresses.check(address, family)) return false
  if (version === 6 && !globalIpv6.check(address, family)) return false
  return ipaddr.parse(address).range() === 'unicast'
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), isIP(network) === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}
