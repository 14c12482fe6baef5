import { describe, expect, it } from 'vitest'
import { nounsOfName } from './nouns.ts'

describe('the name for one product of a category', () => {
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
})
