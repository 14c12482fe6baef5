import { describe, expect, it } from 'vitest'
import { readSettings } from '#platform/config'
import { createSeal } from '#platform/seal'
import { adminReadiness, adminSealKeys } from './admin-needs.ts'
import { settingsSlices } from './modules.ts'

const oldSecret = 'k3yMaterial-of-more-than-32-bytes-A'
const newSecret = 'k3yMaterial-of-more-than-32-bytes-B'
const ring = `a:${Buffer.alloc(32, 7).toString('base64')}`

const settingsWith = (values: Readonly<Record<string, string>>) => {
  const settings = readSettings(settingsSlices, {
    APP_ENV: 'production',
    PURVEYOR_ROLES: 'admin',
    API_BASE_URL: 'http://api.internal:3000',
    ...values,
  })
  expect(settings.problems).toEqual([])
  return settings
}
const sealWith = (values: Readonly<Record<string, string>>) =>
  createSeal(adminSealKeys(settingsWith(values)))
const opens = (sealed: string, values: Readonly<Record<string, string>>) => {
  try {
    return sealWith(values).open(sealed, 'cookie') === 'session'
  } catch {
    return false
  }
}

describe('the cookies of admin runtimes that run alone', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['DATA_ENCRYPTION_KEYS', { DATA_ENCRYPTION_KEYS: ring }],
    ['JWT_ACCESS_SECRET', { JWT_ACCESS_SECRET: oldSecret }],
    ['JWT_REFRESH_SECRET', { JWT_REFRESH_SECRET: oldSecret }],
  ])('open in every process that shares %s', (_name, values) => {
    expect(opens(sealWith(values).seal('session', 'cookie'), values)).toBe(true)
  })

  it('open while JWT_ACCESS_SECRET is replaced, in both directions', () => {
    const before = { JWT_ACCESS_SECRET: oldSecret, JWT_ACCESS_SECRET_PREVIOUS: newSecret }
    const after = { JWT_ACCESS_SECRET: newSecret, JWT_ACCESS_SECRET_PREVIOUS: oldSecret }
    expect(opens(sealWith(before).seal('session', 'cookie'), after)).toBe(true)
    expect(opens(sealWith(after).seal('session', 'cookie'), before)).toBe(true)
    expect(
      opens(sealWith(before).seal('session', 'cookie'), { JWT_ACCESS_SECRET: newSecret }),
    ).toBe(false)
  })

  it('open in no other process when there is no secret', () => {
    expect(opens(sealWith({}).seal('session', 'cookie'), {})).toBe(false)
  })
})

describe('the readiness of an admin runtime that runs alone', () => {
  it('takes BASE_URL for an address of the API, as the runtime does', () => {
    const { required, status } = adminReadiness(
      settingsWith({ API_BASE_URL: '', BASE_URL: 'https://shop.example.com' }),
    )
    expect(status).toBe('ready')
    expect(required).toEqual([{ name: 'API_BASE_URL', purpose: expect.any(String), present: true }])
  })

  it('names the address of the API when there is none, and nothing of other roles', () => {
    const { missing, promotion, status } = adminReadiness(settingsWith({ API_BASE_URL: '' }))
    expect(status).toBe('incomplete')
    expect(missing).toEqual(['API_BASE_URL'])
    expect(promotion).toEqual({ ready: false, blockers: ['API_BASE_URL is missing'] })
  })
})
