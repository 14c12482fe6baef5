import { describe, expect, it } from 'vitest'
import { isWithin, readNetwork } from './networks.ts'

describe('a network', () => {
  it.each([
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['192.0.2.7', '192.0.2.7/32'],
    ['2001:DB8::/48', '2001:db8::/48'],
    ['::1', '::1/128'],
  ])('is read from %s', (text, network) => {
    expect(readNetwork(text)).toBe(network)
  })

  it.each(['', 'home', '192.0.2.1/24', '192.0.2.0/33', '192.0.2', '10.0.0.0/-1', '2001:db8::1/48'])(
    'is not %s',
    (text) => {
      expect(readNetwork(text)).toBeUndefined()
    },
  )
})

describe('an address', () => {
  it('is accepted from anywhere when no network is configured', () => {
    expect(isWithin([], undefined)).toBe(true)
  })

  it.each([
    ['192.0.2.200', true],
    ['::ffff:192.0.2.200', true],
    ['192.0.3.1', false],
    ['2001:db8::9', true],
    ['2001:db9::9', false],
    ['nonsense', false],
    [undefined, false],
  ])('%s is inside: %s', (address, expected) => {
    expect(isWithin(['192.0.2.0/24', '2001:db8::/48'], address)).toBe(expected)
  })
})
