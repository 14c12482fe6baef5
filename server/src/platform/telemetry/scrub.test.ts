import { describe, expect, it } from 'vitest'
import { scrub } from './scrub.ts'

const jwt = `eyJ${'a'.repeat(20)}.${'b'.repeat(30)}.${'c'.repeat(40)}`

describe('the scrub of a line', () => {
  it.each([
    [`a token ${jwt}.`, 'a token [jwt].'],
    [`Authorization: Bearer ${'x'.repeat(43)}`, 'Authorization: Bearer [secret]'],
    [`{"token":"${jwt}"}`, '{"token":"[jwt]"}'],
    [`name-${jwt}`, '[jwt]'],
    [`abcd.efgh.${jwt} c`, 'abcd.efgh.[jwt] c'],
    [`xeyJy.${jwt} c`, '[jwt] c'],
    ['postgres://user:a%20secret@db/x', 'postgres://user:[secret]@db/x'],
    ['redis://:hidden@cache', 'redis://:[secret]@cache'],
    [`pvy_live_${'a'.repeat(44)}`, 'pvy_[secret]'],
    ['see https://shop.example:8443/a', 'see https://shop.example:8443/a'],
    ['version.2024.12345', 'version.2024.12345'],
  ])('%s becomes %s', (line, clean) => {
    expect(scrub(line)).toBe(clean)
  })

  it.each([
    ['eyJ-', 'x'],
    ['+A', '\t'],
    ['a://a:', ' '],
    ['eyJa.', ' '],
    ['Bearer ', ''],
    ['abcd.', ''],
  ])('costs no more than the length of a line of %j', (pump, end) => {
    const line = pump.repeat(1_000_000 / pump.length) + end
    expect(scrub(line).length).toBeLessThanOrEqual(line.length)
  })
})
