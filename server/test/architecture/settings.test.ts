import { describe, expect, it } from 'vitest'
import { identitySettings, rolesInSetting } from '#modules/identity'
import { readSettings } from '#platform/config'
import { settingsSlices } from '../../src/app/modules.ts'

describe('a setting of the wrong form', () => {
  const shapes: [name: string, shape: Shape][] = settingsSlices.flatMap(({ schema }) =>
    Object.entries(schema.properties),
  )

  it.each(shapes.filter(([, { pattern }]) => pattern !== undefined))(
    '%s is reported with a usable example',
    (name, shape) => {
      const { pattern = '', example = '' } = shape
      expect(example).not.toBe('')
      // What is secret has no whole example, which somebody would use.
      if (!example.includes('…')) expect(example).toMatch(new RegExp(pattern))
      expect(problemsOf({ [name]: '\u0000' })).toEqual([
        { name, problem: `must look like ${example}` },
      ])
    },
  )

  it('that names no proxies is reported, and every form of a range is accepted', () => {
    const problemsWith = (TRUST_PROXY: string) => problemsOf({ APP_ENV: 'production', TRUST_PROXY })
    expect(problemsWith('nginx')).toEqual([
      { name: 'TRUST_PROXY', problem: 'must look like 127.0.0.1,10.0.0.0/8' },
    ])
    const ranges = '127.0.0.1, ::1,10.0.0.0/8,192.168.0.0/255.255.0.0,fd00::/8,loopback'
    expect(problemsWith(ranges)).toEqual([])
  })
})

describe('APP_ENV=local, the default,', () => {
  it.each([
    ['a public address', { BASE_URL: 'https://shop.example.com' }],
    ['an address of the local network', { BASE_URL: 'http://192.168.1.7:3000' }],
    ['a name that begins like a loopback address', { BASE_URL: 'http://127.0.0.1.example.com' }],
    ['a proxy in front', { TRUST_PROXY: '127.0.0.1' }],
    ['a database elsewhere', { DOCUMENT_DB_URL: 'postgres://u:p@db.example.com:5432/shop' }],
    [
      'a database elsewhere by query',
      { DOCUMENT_DB_URL: 'postgres://u@localhost/shop?host=10.0.0.5' },
    ],
    ['several databases', { DOCUMENT_DB_URL: 'postgres://u@localhost,db2/shop' }],
    ['a database that cannot be read', { DOCUMENT_DB_URL: 'postgres://u:%%@[/shop' }],
  ])('is refused with %s unless it is allowed', (_what, environment) => {
    const [name] = Object.keys(environment)
    expect(problemsOf(environment)).toEqual([
      { name: 'APP_ENV', problem: expect.stringContaining(`local, its default, but ${name}`) },
    ])
    for (const APP_ENV of ['test', 'staging']) {
      expect(problemsOf({ ...environment, APP_ENV })).toEqual([])
    }
    const allowed = { PURVEYOR_ALLOW_LOCAL_ON_NETWORK: 'yes' }
    expect(problemsOf({ ...environment, ...allowed })).toEqual([])
  })

  it.each([
    { BASE_URL: 'http://localhost:3000' },
    { BASE_URL: 'http://127.8.9.1:3000' },
    { BASE_URL: 'http://[::1]:3000' },
    { BASE_URL: 'http://shop.localhost' },
    { DOCUMENT_DB_URL: 'postgres://u:p@127.0.0.1:5432/shop' },
    { DOCUMENT_DB_URL: 'postgres://u@localhost:5432/shop?host=%2Fvar%2Frun%2Fpostgresql' },
    { DOCUMENT_DB_URL: 'postgres://u@%2Fvar%2Frun%2Fpostgresql/shop' },
    { DOCUMENT_DB_URL: 'postgres:///shop' },
  ])('is accepted with %o', (environment) => {
    expect(problemsOf(environment)).toEqual([])
  })
})

describe('AUTH_MFA_REQUIRED_ROLES', () => {
  const rolesIn = (environment: Readonly<Record<string, string>>) => {
    const { AUTH_MFA_REQUIRED_ROLES } = readSettings(settingsSlices, environment).of(
      identitySettings,
    )
    return rolesInSetting(AUTH_MFA_REQUIRED_ROLES)
  }

  it('defaults to operators where the service is deployed', () => {
    expect(rolesIn({})).toEqual([])
    expect(rolesIn({ APP_ENV: 'test' })).toEqual([])
    expect(rolesIn({ APP_ENV: 'staging' })).toEqual(['operator'])
    expect(rolesIn({ APP_ENV: 'production' })).toEqual(['operator'])
  })

  it('is used as given, also empty', () => {
    const said = (text: string) => rolesIn({ APP_ENV: 'production', AUTH_MFA_REQUIRED_ROLES: text })
    expect(said('none')).toEqual([])
    expect(said('operator,company_admin')).toEqual(['operator', 'company_admin'])
  })
})

function problemsOf(environment: Readonly<Record<string, string>>) {
  return readSettings(settingsSlices, environment).problems
}

type Shape = { readonly pattern?: string; readonly example?: string }
