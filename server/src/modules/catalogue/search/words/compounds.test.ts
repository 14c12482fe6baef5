import { describe, expect, it } from 'vitest'
import { splitCompound } from './compounds.ts'
import { baseFormsOf } from './word-forms.ts'

const named = new Set(['farbe', 'laserdrucker', 'kabel', 'tasche', 'maus', 'schraube', 'edelstahl'])
const counts: Readonly<Record<string, number>> = {
  label: 900,
  printer: 800,
  ethernet: 300,
  photo: 90,
  usb: 2_000,
  ken: 3,
  note: 4,
}
const vocabulary = {
  isNamed: (word: string) => named.has(word),
  documents: (word: string) => counts[word] ?? 0,
}

describe('a compound word', () => {
  it.each([
    ['farblaserdrucker', ['farbe', 'laserdrucker'], true],
    ['ethernetkabel', ['ethernet', 'kabel'], true],
    ['edelstahlschrauben', ['edelstahl', 'schraube'], true],
    ['labelprinters', ['label', 'printer'], true],
    ['usbkabel', ['usb', 'kabel'], false],
  ])('%s is divided', (word, parts, isSure) => {
    expect(splitCompound(word, vocabulary)).toEqual({ parts, isSure })
  })

  it.each(['kensington', 'printer', 'xyzkabel', 'kabelxyz'])('%s is not divided', (word) => {
    expect(splitCompound(word, vocabulary)).toBeUndefined()
  })

  it.each([
    ['schwarzer', 'schwarz'],
    ['blaues', 'blau'],
    ['dunkle', 'dunkel'],
    ['bleues', 'bleu'],
    ['signaux', 'signal'],
  ])('%s is a form of %s', (word, base) => {
    expect(baseFormsOf(word)).toContain(base)
  })
})
