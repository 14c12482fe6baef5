import { describe, expect, it } from 'vitest'
import { readEvents } from './read-events.ts'

describe('events', () => {
  it('are read wherever the pieces are cut, in the middle of a character too', async () => {
    const text = Buffer.from(
      'event: a\r\ndata: {"x":"ü🧤"}\r\n\r\n: comment\ndata:one\ndata: two\n\ndata: lost',
    )
    const whole = [
      { name: 'a', text: '{"x":"ü🧤"}' },
      { name: undefined, text: 'one\ntwo' },
    ]
    for (const size of [1, 2, 3, 7, 1_000]) {
      const found = []
      for await (const events of readEvents(cut(text, size))) found.push(...events)
      expect(found).toEqual(whole)
    }
  })

  it('may be long, and arrive in small pieces', async () => {
    const text = Buffer.from(`data: ${'x'.repeat(7_000_000)}\n\n`)
    const found = []
    for await (const events of readEvents(cut(text, 50))) found.push(...events)
    expect(found).toHaveLength(1)
  })

  it.each(['data: ', 'data: \n'])('that never end are given up: %j', async (piece) => {
    const endless = async () => {
      for await (const _events of readEvents(repeat(Buffer.from(piece + 'x'.repeat(65_536))))) break
    }
    await expect(endless()).rejects.toMatchObject({ problem: 'malformed', maybeCharged: true })
  })
})

async function* repeat(piece: Buffer): AsyncGenerator<Buffer> {
  for (;;) yield piece
}

async function* cut(text: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size)
}
