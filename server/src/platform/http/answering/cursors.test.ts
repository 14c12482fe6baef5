import { describe, expect, it } from 'vitest'
import { fc } from '#testing/tools/fc'
import { createCursors } from './cursors.ts'

const cursors = createCursors(Buffer.from('one key'))
const refused = expect.objectContaining({ code: 'platform.cursor_invalid' })

describe('a cursor', () => {
  it('returns the position that it was made from', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (scope, position) => {
        const expected: unknown = JSON.parse(JSON.stringify(position))
        expect(cursors.read(scope, cursors.sign(scope, position))).toEqual(expected)
      }),
    )
  })

  it('is valid for one list only', () => {
    const cursor = cursors.sign('listOrders co_one', ['2026-01-01', 'ord_1'])
    expect(() => cursors.read('listOrders co_two', cursor)).toThrow(refused)
  })

  it('of another key is refused', () => {
    const foreign = createCursors(Buffer.from('another key')).sign('list', 1)
    expect(() => cursors.read('list', foreign)).toThrow(refused)
  })

  it('with one changed, added or missing character is refused', () => {
    const cursor = cursors.sign('list', ['2026-01-01', 'ord_1'])
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A'
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1)
      expect(() => cursors.read('list', changed)).toThrow(refused)
    }
    for (const text of [`${cursor}A`, `${cursor}=`, cursor.slice(0, -1), ` ${cursor}`, '', 'AQ']) {
      expect(() => cursors.read('list', text)).toThrow(refused)
    }
    expect(() => cursors.read('list', 'A'.repeat(10_000))).toThrow(refused)
  })
})
