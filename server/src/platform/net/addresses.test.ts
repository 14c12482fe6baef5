import { describe, expect, it } from 'vitest'
import { mayReach } from './addresses.ts'

describe('the table of addresses', () => {
  it('is long enough to be meaningful', () => {
    expect(new Set([...closed, ...open]).size).toBe(closed.length + open.length)
    expect(closed.length + open.length).toBeGreaterThanOrEqual(120)
  })

  it.each(closed)('%s is closed', (address) => {
    expect(mayReach(address, { allowPrivate: false })).toBe(false)
  })

  it.each(open)('%s is open, unless it is our own', (address) => {
    expect(mayReach(address, { allowPrivate: false })).toBe(true)
    expect(mayReach(address, { allowPrivate: true })).toBe(true)
    expect(mayReach(address, { allowPrivate: false, ownAddresses: [address] })).toBe(false)
  })

  it('opens private networks, and nothing else, where allowed', () => {
    const ofThisMachine = ['127.0.0.1', '127.1.2.3', '::1']

    const opened = closed.filter((address) => mayReach(address, { allowPrivate: true }))

    expect(ofThisMachine.every((one) => mayReach(one, { allowPrivate: true }))).toBe(true)
    for (const address of opened) {
      expect(address).toMatch(/^127\.|^::1$/)
    }
    for (const metadata of [
      '169.254.169.254',
      '168.63.129.16',
      'fd00:ec2::254',
      '100.100.100.200',
    ]) {
      expect(mayReach(metadata, { allowPrivate: true })).toBe(false)
    }
  })
})

/** The first, the middle and the last address of every closed range, and the neighbours outside if they are open. */
const closed = [
  ...['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  ...['10.0.0.0', '10.1.2.3', '10.255.255.255'],
  ...['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  ...['127.0.0.0', '127.0.0.1', '127.1.1.1', '127.255.255.255'],
  ...['169.254.0.0', '169.254.169.254', '169.254.170.2', '169.254.255.255'],
  ...['172.16.0.0', '172.17.0.1', '172.31.255.255'],
  ...['192.0.0.0', '192.0.0.192', '192.0.0.255'],
  ...['192.0.2.0', '192.0.2.1', '192.0.2.255'],
  ...['192.31.196.1', '192.52.193.1', '192.175.48.1'],
  ...['192.88.99.0', '192.88.99.1', '192.88.99.255'],
  ...['192.168.0.0', '192.168.1.1', '192.168.255.255'],
  ...['198.18.0.0', '198.19.255.255', '198.51.100.7', '203.0.113.7'],
  ...['224.0.0.1', '233.252.0.1', '239.255.255.255'],
  ...['240.0.0.0', '250.1.2.3', '255.255.255.254', '255.255.255.255'],
  '168.63.129.16',
  ...['::', '::1', '::2', '::7f00:1', '::127.0.0.1', '::8.8.8.8'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:169.254.169.254'],
  ...['::ffff:8.8.8.8', '::ffff:808:808', '0:0:0:0:0:ffff:7f00:0001', '::ffff:0:127.0.0.1'],
  ...[
    '64:ff9b::7f00:1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '64:ff9b:1:ffff::1',
  ],
  ...['100::', '100::1', '100::ffff:ffff:ffff:ffff', '100:0:0:1::1'],
  ...[
    '2001::',
    '2001:0:7f00:1::',
    '2001:0:ffff::1',
    '2001:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:1ff::1',
  ],
  ...['2001:db8::', '2001:db8::1', '2001:db8:ffff:ffff::1'],
  ...['2002::', '2002:7f00:1::', '2002:a00:1::', '2002:808:808::1', '2002:ffff:ffff::1'],
  ...['2620:4f:8000::1', '3fff::1', '3fff:fff:ffff::1', '5f00::1', '5fff::1'],
  ...['fc00::1', 'fd00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
  ...[
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    'fec0::1',
    'feff::1',
    'ff00::1',
    'ff02::1',
    'ff05::2',
    'ffff::1',
  ],
  ...['4000::1', '8000::1', 'e000::1', '1::1', '1fff::1', '200::1', '400::1'],
  // These are not exactly addresses.
  ...[
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '8.8.8.8:80',
    '[::1]',
    ' 8.8.8.8',
    '8.8.8',
    '1.2.3.4.5',
  ],
]

const open = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '93.184.216.34'],
  ...[
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.1',
  ],
  ...[
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '192.0.3.1',
    '192.88.98.1',
    '192.167.1.1',
    '192.169.1.1',
  ],
  ...[
    '168.63.129.15',
    '168.63.129.17',
    '198.17.1.1',
    '198.20.0.1',
    '203.0.112.1',
    '223.255.255.255',
  ],
  ...[
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001::1',
    '2400:cb00::1',
    '2001:200::1',
    '2003::1',
  ],
]
