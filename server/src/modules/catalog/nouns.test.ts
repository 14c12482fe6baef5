import { describe, expect, it } from 'vitest'
import { nounsOf, nounsOfName } from './nouns.ts'

describe('what a thing of a category is called', () => {
  it.each([
    ['Notebooks', ['notebook']],
    ['Graphics cards', ['graphic card']],
    ['Desktops & workstations', ['desktop', 'workstation']],
    ['Mouse pads and wrist rests', ['mouse pad', 'wrist rest']],
    ['Routers and access points', ['router', 'access point']],
    // A phone is no case, and a kit need not be one for a computer.
    ['Phone and tablet cases', ['tablet case']],
    ['Computer parts and kits', ['computer part']],
    ['Uninterruptible power supply units (UPS)', []],
    ['Accessories', []],
    ['Uncategorised', []],
    ['Toner- und Tintenpatronen', ['tintenpatronen', 'tintenpatrone', 'tintenpatron']],
    ['Netzteile', ['netzteile', 'netzteil']],
    ['2026', []],
    ['', []],
  ])('%s', (name, nouns) => {
    expect(nounsOfName(name)).toEqual(nouns)
  })

  it.each([
    ['Notebooks', 'silver notebook'],
    ['Netzteile', 'netzteil'],
    ['Schrauben', 'verzinkte schraube'],
    ['Schrauben', 'schrauben'],
    ['USB cables', '3 m usb cables'],
  ])('%s is meant by %s', (name, query) => {
    const asked = nounsOf(query.split(' ')).map(({ noun }) => noun)
    expect(nounsOfName(name).some((noun) => asked.includes(noun))).toBe(true)
  })

  it.each([
    ['gaming mouse pad', ['gaming mouse pad', 'mouse pad', 'pad']],
    ['two black bags for laptops', ['two black bag', 'black bag', 'bag']],
    ['for laptops', ['for laptop', 'laptop']],
    ['', []],
  ])('a query calls for %s', (query, nouns) => {
    const words = query.split(' ').filter(Boolean)
    expect(nounsOf(words).map(({ noun }) => noun)).toEqual(nouns)
    for (const { noun, from, to } of nounsOf(words)) {
      expect(noun.split(' ')).toHaveLength(to - from)
    }
  })
})
