import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { incidentKeys } from '../../src/modules/base/incidents/keys.ts'

const source = fileURLToPath(new URL('../../src', import.meta.url))
const runbooks = fileURLToPath(new URL('../../../docs/operations', import.meta.url))
const codeShape = /'([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)'/g

const files = (await readdir(source, { recursive: true })).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('keys.ts'),
)
const read = (file: string) => readFile(join(source, file), 'utf8')
const code = (await Promise.all(files.map(read))).join('\n')
const probes = (
  await Promise.all(files.filter((file) => /probes?\.ts$/.test(file)).map(read))
).join('\n')
const names = await readdir(runbooks)
const pages = names.filter((name) => name.endsWith('.md') && name !== 'README.md')
const index = await readFile(join(runbooks, 'README.md'), 'utf8')

describe('everything that can reach an operator', () => {
  it('has a runbook', async () => {
    const keys = [...new Set([...raisedKeys(), ...shownCodes()])]
    expect(keys).toEqual(
      expect.arrayContaining(['webhooks.endpoint-disabled', 'ops.surface-stale', 'mail.no-server']),
    )
    for (const key of keys) {
      const page = await readFile(join(runbooks, `${key}.md`), 'utf8').catch(() => '')
      expect(page, `${key}.md`).toContain(key)
      expect(index, 'README.md').toContain(`(${key}.md)`)
    }
  })

  it('and each runbook has the same four headings with text below each', async () => {
    const headings = ['Problem', 'Impact', 'Check', 'Fix']

    for (const page of pages) {
      const [, ...sections] = (await readFile(join(runbooks, page), 'utf8')).split(/^## /m)
      const found = sections.map((section) => section.split('\n', 1)[0])
      expect(found, page).toEqual(headings)
      expect(
        sections.filter((section) => !/\n\n\S/.test(section)),
        page,
      ).toEqual([])
    }
  })

  it('and the index links to existing pages', () => {
    const linked = [...index.matchAll(/\]\(([\w.-]+\.(?:md|ts))\)/g)].map((found) =>
      String(found[1]),
    )
    expect(linked.length).toBeGreaterThan(30)
    expect(linked.filter((name) => !pages.includes(name))).toEqual([])
  })

  it('and each page belongs to something that can occur', () => {
    /** Pages of what has no one code: a family of codes, or something that is only looked up. */
    const ofNoCode = ['fx.fetch', 'llm-gateway.pricing.zero-cost', 'webhooks.receiver-failing']

    const known = new Set<string>([...raisedKeys(), ...shownCodes(), ...ofNoCode])
    expect(pages.filter((page) => !known.has(page.replace(/\.md$/, '')))).toEqual([])
  })
})

/** Every code of a problem that a health surface can show. */
function shownCodes(): string[] {
  const lines = probes.split('\n').filter((line) => /\bcode:/.test(line))
  return lines.flatMap((line) => [...line.matchAll(codeShape)].map((found) => String(found[1])))
}

/** Every key that something outside of the list of keys names: it can reach an operator. */
const raisedKeys = () => incidentKeys.filter((key) => code.includes(`'${key}'`))
