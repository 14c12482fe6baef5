import { describe, expect, it } from 'vitest'
import { listOf } from '../synonyms/synonyms.ts'
import { singular } from '../words/nouns.ts'
import { calledKind } from './called-kind.ts'
import { kindsOf } from './kinds.ts'
import type { KindRow } from './kinds-store.ts'

const kinds = kindsOf({
  kinds: [
    aKind('notebooks', 'notebook', 'laptop'),
    aKind('bags', 'laptop bag'),
    aKind('mice', 'mouse'),
    aKind('mouse_pads', 'mouse pad'),
    aKind('motherboards', 'motherboard'),
    aKind('televisions', 'tv'),
    aKind('mounts', 'tv mount', 'wall mount'),
    aKind('laser_printers', 'laser printer'),
    aKind('toner', 'toner'),
    aKind('printer_cables', 'printer cable'),
  ],
  totalDocuments: 1_000,
})

const day = new Date('2026-01-02T03:04:05Z')

describe('the kind of goods that a query names', () => {
  it.each([
    ['gaming mouse pad', 'mouse_pads'],
    ['black bag for a laptop', 'bags'],
    ['laptop logitech m590', undefined],
    ['mouse black m590', 'mice'],
    ['mother boards', 'motherboards'],
    ['drucker kabel', 'printer_cables'],
    ['cable imprimante', 'printer_cables'],
    ['sac pour ordinateur portable', 'bags'],
    ['souris sans fil', 'mice'],
    ['ranzen laptop', 'bags'],
    ['support mural tv', 'mounts'],
    ['laser printer toner', 'toner'],
    ['mouse trap', undefined],
    ['for', undefined],
    ['', undefined],
  ])('%s', (query, id) => {
    const words = query.split(' ').filter(Boolean)
    const called = calledKind({
      words,
      alternatives: synonyms.alternativesIn(words),
      synonyms,
      kinds,
      isBeside: (at) => /\d|black/.test(words[at] ?? ''),
    })
    expect(called?.ids).toEqual(id === undefined ? undefined : [id])
  })

  it('includes every name that ends in it, and ranks the exact name first', () => {
    expect(kinds.named([singular('mounts')])).toMatchObject({ ids: ['mounts'], ownIds: [] })
    expect(kinds.named(['laptop'])).toMatchObject({ ids: ['notebooks'], ownIds: ['notebooks'] })
    expect(kinds.named(['anvil'])).toBeUndefined()
  })
})

const synonyms = listOf(
  1,
  [
    ['laptop', 'ordinateur portable'],
    ['bag', 'tasche', 'sac'],
    ['mouse', 'souris'],
    ['cable', 'kabel'],
    ['printer', 'drucker', 'imprimante'],
    ['wall mount', 'support mural'],
    ['laptop bag', 'laptop ranzen'],
  ].map((words, at) => ({
    id: `syn_${String(at).padStart(26, '0')}` as const,
    language: 'any',
    words,
    alsoFind: [],
    createdAt: day,
    updatedAt: day,
  })),
)

/** Heads as `products.heads_of` has them: each noun, and what it ends in. */
function aKind(id: string, ...nouns: string[]): KindRow {
  const heads = nouns.flatMap((noun) => {
    const words = noun.split(' ')
    return words.map((_, at) => words.slice(at).join(' '))
  })
  return { id, pathIds: [id], nouns, heads, documents: 100 }
}
