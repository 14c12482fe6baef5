import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether the host of an address is this machine, by its form alone. No name is looked up. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const version = isIP(host)
  if (version !== 0) return loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return host === 'localhost' || host.endsWith('.localhost')
}
