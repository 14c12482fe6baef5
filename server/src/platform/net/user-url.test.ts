import { describe, expect, it } from 'vitest'
import { readUserUrl } from './user-url.ts'

const deployed = { allowPrivate: false, ownHosts: ['api.purveyor.example', '93.184.216.35'] }

describe('the URL of a user', () => {
  it.each(refused)('%s is refused: %s', (url, reason) => {
    expect(() => readUserUrl(url, deployed)).toThrow(expect.objectContaining({ reason }))
  })

  it.each([
    'https://example.com/hook?x=1',
    'https://example.com:443/',
    'https://example.com:8443/',
    'https://sub.example.co.uk/',
    'https://bücher.example.com/',
    'https://93.184.216.34/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example.com/',
    'https://notlocal/'.replace('notlocal', 'not.locally.com'),
  ])('%s is accepted', (url) => {
    expect(readUserUrl(url, deployed).href).toBe(new URL(url).href)
  })

  it('may be on this machine, on any port and without TLS, where allowed, but never a metadata service', () => {
    const local = { allowPrivate: true }

    for (const url of [
      'http://127.0.0.1:9999/',
      'http://localhost:3000/',
      'http://[::1]:80/',
      'http://receiver:80/',
    ]) {
      expect(readUserUrl(url, local).href).toBe(new URL(url).href)
    }
    for (const url of [
      'http://169.254.169.254/',
      'http://0.0.0.0/',
      'http://[fd00:ec2::254]/',
      'ftp://localhost/',
    ]) {
      expect(() => readUserUrl(url, local)).toThrow('The address may not be called')
    }
  })
})

/** Many ways to write an address that must not be called, and names of this service. */
const refused: [string, string][] = [
  ['https://127.0.0.1/', 'address'],
  ['https://127.1/', 'address'],
  ['https://2130706433/', 'address'],
  ['https://0x7f.1/', 'address'],
  ['https://0x7f000001/', 'address'],
  ['https://0177.0.0.1/', 'address'],
  ['https://0177.0.0.01/', 'address'],
  ['https://127.0.0.1./', 'address'],
  ['https://１２７.０.０.１/', 'address'],
  ['https://①②⑦.⓪.⓪.①/', 'address'],
  ['https://127。0。0。1/', 'address'],
  ['https://%31%32%37.0.0.1/', 'address'],
  ['https://0/', 'address'],
  ['https://0.0.0.0/', 'address'],
  ['https://[::]/', 'address'],
  ['https://[::1]/', 'address'],
  ['https://[0:0:0:0:0:0:0:1]/', 'address'],
  ['https://[::ffff:127.0.0.1]/', 'address'],
  ['https://[::ffff:7f00:1]/', 'address'],
  ['https://[::127.0.0.1]/', 'address'],
  ['https://[64:ff9b::127.0.0.1]/', 'address'],
  ['https://[2002:7f00:1::]/', 'address'],
  ['https://[fe80::1]/', 'address'],
  ['https://[fd00:ec2::254]/latest/meta-data', 'address'],
  ['https://169.254.169.254/latest/meta-data', 'address'],
  ['https://168.63.129.16/', 'address'],
  ['https://10.0.0.1:443/', 'address'],
  ['https://localhost/', 'host'],
  ['https://LOCALHOST/', 'host'],
  ['https://localhost./', 'host'],
  ['https://localhost../', 'host'],
  ['https://ⓛocalhost/', 'host'],
  ['https://app.localhost/', 'host'],
  ['https://printer.local/', 'host'],
  ['https://metadata.google.internal/', 'host'],
  ['https://1.0.0.127.in-addr.arpa/', 'host'],
  ['https://redis/', 'host'],
  ['https://api.purveyor.example/', 'host'],
  ['https://API.purveyor.example./', 'host'],
  // This service by its public address.
  ['https://93.184.216.35/', 'host'],
  ['http://example.com/', 'scheme'],
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['gopher://example.com/', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['data:text/plain,hello', 'scheme'],
  ['ws://example.com/', 'scheme'],
  ['https://user@example.com/', 'credentials'],
  ['https://user:pass@example.com/', 'credentials'],
  ['https://example.com@127.0.0.1/', 'credentials'],
  ['https://:pass@example.com/', 'credentials'],
  ['https://example.com:22/', 'port'],
  ['https://example.com:80/', 'port'],
  ['https://example.com:6379/', 'port'],
  ['https://example.com:8080/', 'port'],
  ['', 'url_invalid'],
  ['example.com', 'url_invalid'],
  ['//example.com/', 'url_invalid'],
  ['https://', 'url_invalid'],
  ['https://[::1/', 'url_invalid'],
  ['https://[fe80::1%25eth0]/', 'url_invalid'],
  ['https://exa mple.com/', 'url_invalid'],
  ['https://1.2.3.4.5/', 'url_invalid'],
  ['https://256.256.256.256/', 'url_invalid'],
  [`https://example.com/${'a'.repeat(2_048)}`, 'url_invalid'],
]
