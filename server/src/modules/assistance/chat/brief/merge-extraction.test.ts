import { describe, expect, it } from 'vitest'
import { type Brief, type BriefItem, emptyBrief, type Leaf, type Span } from './brief.ts'
import { type BriefEdit, editBrief } from './edit-brief.ts'
import { mergeExtraction } from './merge-extraction.ts'

const personId = 'usr_1'
const span = (start: number, end: number, messageId = 'm1'): Span => ({ messageId, start, end })
const said = <Value>(value: Value, source: Span): Leaf<Value> => ({
  value,
  confidence: 0.9,
  source,
  method: 'rule',
})

/** “50 office chairs, black, and 10 desks to Graz” */
const chairs: BriefItem = {
  what: said('office chairs', span(3, 16)),
  quantity: said('50', span(0, 2)),
  constraints: [said('black', span(18, 23))],
  anchors: [span(3, 16)],
}
const desks: BriefItem = {
  what: said('desks', span(32, 37)),
  quantity: said('10', span(29, 31)),
  constraints: [],
  anchors: [span(32, 37)],
}
const found: Brief = {
  ...emptyBrief,
  items: [chairs, desks],
  deliverTo: { country: said('AT', span(41, 45)), city: said('Graz', span(41, 45)) },
  budget: said({ amount: '5000', currency: 'EUR' }, span(50, 58)),
}

/** The brief after an edit and a later extraction of the same messages. */
function afterEdit(edit: BriefEdit, later: Brief = found) {
  const { brief, removals } = editBrief(found, edit, { personId, itemsMax: 10 })
  return { brief, merged: mergeExtraction(brief, removals, later), removals }
}

const entered = <Value>(value: Value) => ({
  value,
  confidence: 1,
  source: { personId },
  method: 'user',
})

describe('a person’s edit', () => {
  it('wins over every later extraction', () => {
    const { merged } = afterEdit({
      items: [{ item: 0, quantity: '60', targetUnitPrice: { amount: '99.50', currency: 'EUR' } }],
      budget: { amount: '9000' },
      deliverTo: { country: 'DE' },
      neededBy: { date: '2026-07-01' },
    })
    expect(merged.items[0]).toMatchObject({
      what: chairs.what,
      quantity: entered('60'),
      targetUnitPrice: entered({ amount: '99.50', currency: 'EUR' }),
    })
    expect(merged.items[1]).toEqual(desks)
    expect(merged.budget).toEqual(entered({ amount: '9000' }))
    expect(merged.deliverTo).toEqual({ country: entered('DE'), city: found.deliverTo?.city })
    expect(merged.neededBy).toEqual(entered({ date: '2026-07-01', precision: 'day' }))
  })

  it('stays with its item when the goods are renamed, and when the messages correct them', () => {
    const corrected = { ...chairs, quantity: said('45', span(8, 10, 'm2')) }
    const { merged } = afterEdit(
      { items: [{ item: 0, what: 'Stühle' }] },
      { ...found, items: [desks, corrected] },
    )
    expect(merged.items).toHaveLength(2)
    expect(merged.items[1]).toMatchObject({
      what: entered('Stühle'),
      quantity: { value: '45' },
    })
  })

  it('stays with its item when the companion leaves out the name that it replaces', () => {
    const { what: _, ...unnamed } = chairs
    const { merged } = afterEdit(
      { items: [{ item: 0, what: 'Stühle' }] },
      { ...found, items: [{ ...unnamed, anchors: [span(0, 2), span(18, 23)] }, desks] },
    )
    expect(merged.items.map(({ what, quantity }) => [what?.value, quantity?.value])).toEqual([
      ['Stühle', '50'],
      ['desks', '10'],
    ])
  })

  it('stays when the messages no longer name its item', () => {
    const { merged } = afterEdit(
      { items: [{ item: 0, quantity: '60' }] },
      { ...found, items: [desks] },
    )
    expect(merged.items.map(({ what, quantity }) => [what?.value, quantity?.value])).toEqual([
      ['desks', '10'],
      ['office chairs', '60'],
    ])
  })

  it('adds an item that no message names, once', () => {
    const { merged } = afterEdit({
      items: [{ what: ' lamps ', quantity: '3', constraints: ['LED'] }],
    })
    expect(merged.items.map(({ what }) => what?.value)).toEqual(['office chairs', 'desks', 'lamps'])
    expect(merged.items[2]?.constraints).toEqual([entered('LED')])
  })
})

describe('the goods of several places', () => {
  const split: Brief = {
    ...found,
    deliveries: [
      {
        city: said('Graz', span(41, 45)),
        items: [{ item: 0, quantity: said('20', span(60, 62)) }],
      },
      {
        city: said('Linz', span(70, 74)),
        items: [
          { item: 0, quantity: said('30', span(65, 67)) },
          { item: 1, quantity: said('10', span(29, 31)) },
        ],
      },
    ],
  }
  const after = (edit: BriefEdit, later = split) => {
    const { brief, removals } = editBrief(split, edit, { personId, itemsMax: 10 })
    const { deliveries = [] } = mergeExtraction(brief, removals, later)
    const ofBrief = (brief.deliveries ?? []).map(({ items }) => items.map(({ item }) => item))
    return [ofBrief, deliveries.map(({ items }) => items.map(({ item }) => item))]
  }
  const whole = [[0], [0, 1]]

  it('stay with their items, whatever else a person enters', () => {
    expect(after({ items: [{ item: 0, what: 'Stühle' }], budget: null })).toEqual([whole, whole])
    const turned = { ...split, items: [desks, chairs], deliveries: swapped(split) }
    expect(after({ items: [{ item: 0, what: 'Stühle' }] }, turned)[1]).toEqual([[1], [1, 0]])
  })

  it('go with an item that a person removes or counts, when one place is left', () => {
    expect(after({ items: [{ item: 1, remove: true }] })).toEqual([
      [[0], [0]],
      [[0], [0]],
    ])
    expect(after({ items: [{ item: 0, quantity: '60' }] })).toEqual([[], []])
  })

  it('go when a person enters the place of all goods', () => {
    expect(after({ deliverTo: { country: 'DE' } })).toEqual([[], []])
    expect(after({ deliverTo: { city: null } })).toEqual([[], []])
  })

  const swapped = ({ deliveries = [] }: Brief) =>
    deliveries.map((one) => ({
      ...one,
      items: one.items.map(({ item, quantity }) => ({ item: 1 - item, quantity })),
    }))
})

describe('what a person has removed', () => {
  it('does not come back with the same words', () => {
    const { brief, merged } = afterEdit({
      items: [
        { item: 0, remove: true },
        { item: 1, quantity: null },
      ],
      budget: null,
      deliverTo: { city: null },
    })
    expect(brief.items).toHaveLength(1)
    expect(merged.items).toEqual([{ what: desks.what, constraints: [], anchors: desks.anchors }])
    expect(merged.budget).toBeUndefined()
    expect(merged.deliverTo).toEqual({ country: found.deliverTo?.country })
  })

  it('comes back when the buyer says it anew', () => {
    const again = {
      ...chairs,
      what: said('office chairs', span(0, 13, 'm2')),
      anchors: [span(0, 13, 'm2')],
    }
    const { merged } = afterEdit(
      { items: [{ item: 0, remove: true }], budget: null },
      {
        ...found,
        items: [chairs, desks, again],
        budget: said({ amount: '7000' }, span(20, 24, 'm2')),
      },
    )
    expect(merged.items).toEqual([desks, again])
    expect(merged.budget?.value).toEqual({ amount: '7000' })
  })

  it('includes what left a list that the person has entered', () => {
    const { brief, merged } = afterEdit({ items: [{ item: 0, constraints: ['with armrests'] }] })
    expect(brief.items[0]?.constraints).toEqual([entered('with armrests')])
    expect(merged.items[0]?.constraints).toEqual([entered('with armrests')])
  })
})

describe('an edit that breaks the rules', () => {
  it.each<[BriefEdit, string]>([
    [{ items: [{ item: 2, quantity: '1' }] }, 'chat.item_unknown'],
    [{ items: [{ item: 0 }, { item: 0, remove: true }] }, 'chat.item_unknown'],
    [{ items: [{ quantity: '1' }] }, 'chat.brief_value_invalid'],
    [{ items: [{ item: 0, quantity: '0.000' }] }, 'chat.brief_value_invalid'],
    [{ items: [{ item: 0, unit: 'ZZZ' }] }, 'chat.brief_value_invalid'],
    [{ budget: { amount: '5', currency: 'ABC' } }, 'chat.brief_value_invalid'],
    [{ currency: 'XXX' }, 'chat.brief_value_invalid'],
    [{ deliverTo: { country: 'ZZ' } }, 'chat.brief_value_invalid'],
    [{ neededBy: { date: '2026-02-30' } }, 'chat.brief_value_invalid'],
    [{ items: Array(9).fill({ what: 'one more' }) }, 'chat.items_too_many'],
  ])('is refused: %j', (edit, code) => {
    expect(() => editBrief(found, edit, { personId, itemsMax: 10 })).toThrow(
      expect.objectContaining({ code }),
    )
  })
})
