import { describe, expect, it } from 'vitest'
import { shareText, textOf } from './answer-text.ts'

describe('the text of a list of shared items', () => {
  const items = [
    { id: 'a', name: 'Bolt "M8"' },
    { id: 'b', none: undefined },
    { id: 'c', size: 1 },
  ]
  for (const item of items) shareText(item)
  const meta = { limit: 3, facets: { brand: [] }, nextCursor: undefined }

  it('is that of JSON, at the first time and later', () => {
    const answer = { success: true, data: items, none: undefined, meta }
    for (const _time of [1, 2]) expect(textOf(answer)).toBe(JSON.stringify(answer))
    const other = { success: true, data: [items[2], items[0]], meta: { limit: 1 } }
    expect(textOf(other)).toBe(JSON.stringify(other))
  })

  it('is written once for each item', () => {
    let writings = 0
    const item = {
      get id() {
        writings += 1
        return 'd'
      },
    }
    shareText(item)
    for (const _time of [1, 2, 3]) expect(textOf({ data: [item] })).toBe('{"data":[{"id":"d"}]}')
    expect(writings).toBe(1)
  })

  it.each([
    { data: [] },
    { data: [items[0], { id: 'new' }] },
    { data: [null, items[0]] },
    { data: ['text'] },
    { data: { id: 'one' } },
    [items[0]],
    'text',
    null,
  ])('is the usual one where an item is not shared: %j', (answer) => {
    expect(textOf(answer)).toBe(JSON.stringify(answer))
  })
})
