import { describe, expect, it } from 'vitest'
import { readSettings, type SettingsSlice } from '#platform/config'
import { identitySettings } from './settings.ts'

const different = {
  JWT_ACCESS_SECRET: sentence('access'),
  JWT_ACCESS_SECRET_PREVIOUS: sentence('access before'),
  JWT_REFRESH_SECRET: sentence('refresh'),
  JWT_REFRESH_SECRET_PREVIOUS: sentence('refresh before'),
}

describe('the token secrets', () => {
  it.each([
    ['JWT_REFRESH_SECRET', 'JWT_ACCESS_SECRET'],
    ['JWT_REFRESH_SECRET', 'JWT_ACCESS_SECRET_PREVIOUS'],
    ['JWT_REFRESH_SECRET_PREVIOUS', 'JWT_ACCESS_SECRET'],
    ['JWT_REFRESH_SECRET_PREVIOUS', 'JWT_ACCESS_SECRET_PREVIOUS'],
  ])('are refused when %s is %s', (name, other) => {
    const env = { ...different, [name]: different[other as keyof typeof different] }
    expect(problemsOf(env)).toContainEqual({ name, problem: `must differ from ${other}` })
  })

  it('are accepted when all four differ, with the previous one unchanged', () => {
    expect(problemsOf(different)).toEqual([])
    const unchanged = { ...different, JWT_ACCESS_SECRET_PREVIOUS: different.JWT_ACCESS_SECRET }
    expect(problemsOf(unchanged)).toEqual([])
  })
})

function sentence(of: string) {
  return `${of}: words of its own alone, 7c41e9`
}

function problemsOf(env: Readonly<Record<string, string>>) {
  return readSettings([identitySettings as SettingsSlice], env).problems
}
