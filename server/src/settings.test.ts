import { describe, expect, it } from 'vitest'
import { readSettings } from '#platform/config'
import { settingsSlices } from './settings.ts'

type Shape = { readonly pattern?: string; readonly example?: string }

const shapes: [name: string, shape: Shape][] = settingsSlices.flatMap(({ schema }) =>
  Object.entries(schema.properties),
)
const patterned = shapes.filter(([, { pattern }]) => pattern !== undefined)

describe('a setting of the wrong form', () => {
  it.each(patterned)('%s is told with an example that can be used', (name, shape) => {
    const { pattern = '', example = '' } = shape
    expect(example).not.toBe('')
    // What is secret has no whole example, which somebody would use.
    if (!example.includes('…')) expect(example).toMatch(new RegExp(pattern))
    expect(problemsOf({ [name]: '\u0000' })).toEqual([
      { name, problem: `must look like ${example}` },
    ])
  })

  it('that names no proxies is told so, and every form of a range is taken', () => {
    expect(problemsOf({ TRUST_PROXY: 'nginx' })).toEqual([
      { name: 'TRUST_PROXY', problem: 'must look like 127.0.0.1,10.0.0.0/8' },
    ])
    const ranges = '127.0.0.1, ::1,10.0.0.0/8,192.168.0.0/255.255.0.0,fd00::/8,loopback'
    expect(problemsOf({ TRUST_PROXY: ranges })).toEqual([])
  })
})

function problemsOf(environment: Readonly<Record<string, string>>) {
  return readSettings(settingsSlices, environment).problems
}
