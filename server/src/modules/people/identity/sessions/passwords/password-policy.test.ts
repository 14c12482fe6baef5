import { describe, expect, it } from 'vitest'
import { commonPasswords, isCommonPassword } from './common-passwords.ts'
import { assertPasswordStrong } from './password-policy.ts'

const words = ['bea.buyer@example.com', 'Bea Buyer', 'Nordlicht GmbH']

describe('a new password', () => {
  it.each([
    ['seven77', 'too_short'],
    ['x'.repeat(7), 'too_short'],
    [`${'long'.repeat(32)}!`, 'too_long'],
    ['ü'.repeat(65), 'too_long'],
    ['password', 'common'],
    ['Passw0rd!', 'common'],
    ['P@$$w0rd123', 'common'],
    ['qwertz123', 'common'],
    ['12345678', 'common'],
    ['1q2w3e4r5t', 'common'],
    ['hallohallo', 'common'],
    ['Sommer2026!', 'common'],
    ['00000000', 'common'],
    ['abababab', 'common'],
    ['24.12.1990', 'common'],
    ['iloveyou1', 'common'],
    ['Purveyor1!', 'context'],
    ['Nordlicht26', 'context'],
    ['bea.buyer1', 'context'],
  ])('may not be %s', (password, problem) => {
    expect(problemOf(password)).toBe(problem)
  })

  it.each([
    'correct horse battery staple',
    'tr0ub4dor&3x',
    'vK9#mQ2$pL',
    'ä ö ü ß — ja',
    'nordlicht am abend im hafen',
    'x7'.padEnd(128, 'kq9-'),
  ])('may be %s', (password) => {
    expect(problemOf(password)).toBeUndefined()
  })

  it('is refused when it resembles one of more than three thousand common ones', () => {
    const common = new Set(commonPasswords().filter((password) => password.length >= 8))
    expect(common.size).toBeGreaterThan(3_000)
    const missed = [...common].filter((password) => !isCommonPassword(password))
    expect(missed).toEqual([])
  })
})

const problemOf = (password: string): unknown => {
  try {
    assertPasswordStrong(password, { words })
    return undefined
  } catch (error) {
    return (error as { details: { problem: unknown } }).details.problem
  }
}
