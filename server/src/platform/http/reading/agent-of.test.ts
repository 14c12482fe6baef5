import { describe, expect, it } from 'vitest'
import { agentOf } from './agent-of.ts'
import { networkOf } from './request-context.ts'

describe('the stored description of a client', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    ['curl/8.5.0', 'curl'],
    ['node', 'Node.js'],
    ['ada.lovelace@example.com/1.0', 'other'],
    ['', 'other'],
  ])('is the kind of its program: %s', (header, kind) => {
    expect(agentOf(header)).toBe(kind)
  })

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['not an address', 'unknown'],
  ])('is its network: %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
