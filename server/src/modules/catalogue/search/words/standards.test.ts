import { describe, expect, it } from 'vitest'
import { addStandards, letteredToken, standardOf, standardsOf } from './standards.ts'

describe('standards with a version', () => {
  it.each([
    ['USB 3.0', 'usb3.0 cable', 'USB Type-A 3.2 Gen 1 (3.1 Gen 1)'],
    ['HDMI 2.0', 'hdmi 2.0b', 'HDMI version 2'],
    ['Wi-Fi 6 (802.11ax)', 'wifi 6 router', 'wi fi 6'],
    ['PCI Express 4.0 x16', 'PCIe 4.0', 'pci-e 4'],
    ['Bluetooth 5.0', 'bluetooth 5', 'Bluetooth v5.0'],
    ['Cat6a', 'cat. 6A', 'Category 6a UTP'],
    ['DDR4-SDRAM', 'ddr 4', 'DDR4-2666'],
    ['IP67', 'ip 67', 'IP67,'],
  ])('%s, %s and %s have the same token', (one, two, three) => {
    expect(tokens(one)).toHaveLength(1)
    expect(tokens(two)).toEqual(tokens(one))
    expect(tokens(three)).toEqual(tokens(one))
  })

  it.each([
    'usb 3 port hub',
    'SATA 3.0Gb/s',
    'iP4600',
    'USB 3D',
    'HDMI 4K',
    'catalyst 2960',
    'ship 10',
  ])('%s has none', (text) => {
    expect(tokens(text)).toEqual([])
  })

  it('after a slash need no name', () => {
    expect(tokens('Cat6/6e/6a')).toEqual(['stdcat6', 'stdcat6e', 'stdcat6a'])
    expect(tokens('USB 2.0/3.2 Gen 2')).toEqual(['stdusb2p0', 'stdusb3p1'])
  })

  it('have a name in the label if the value is a version only', () => {
    expect(standardOf('HDMI version')).toBe('HDMI')
    expect(standardOf('USB hub version')).toBe('USB')
    expect(standardOf('Cable length')).toBeUndefined()
  })

  it('are read of a query from a version on, in its major version', () => {
    expect(standardsOf('hub usb 3.1')).toEqual({
      versions: [['stdusb3p1', 'stdusb3p2', 'stdusb3p3', 'stdusb3p4']],
      rest: 'hub usb',
    })
  })

  it('leave a name once', () => {
    expect(standardsOf('usb stick usb 3.0').rest).toBe('usb stick')
    expect(standardsOf('patch cable').rest).toBe('patch cable')
  })

  it('of letters and a number stay a word', () => {
    expect(standardsOf('cat 6a cable')).toEqual({ versions: [], rest: 'cat 6a cable' })
    expect(letteredToken('cat6a')).toBe('stdcat6a')
    expect(letteredToken('hp12')).toBeUndefined()
  })
})

function tokens(text: string): string[] {
  const found = new Set<string>()
  addStandards(text, found)
  return [...found]
}
