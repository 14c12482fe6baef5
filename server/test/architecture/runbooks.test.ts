import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { incidentKeys } from '../../src/modules/incidents/keys.ts'

const source = fileURLToPath(new URL('../../src', import.meta.url))
const runbooks = fileURLToPath(new URL('../../../docs/operations', import.meta.url))

/** Every key that something outside of the list of keys names: it can reach an operator. */
async function raisedKeys(): Promise<string[]> {
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.endsWith('keys.ts'),
  )
  const texts = await Promise.all(files.map((file) => readFile(join(source, file), 'utf8')))
  const all = texts.join('\n')
  return incidentKeys.filter((key) => all.includes(`'${key}'`))
}

describe('a notification key', () => {
  it('that can reach an operator has a page that says what it means, where to look and what clears it', async () => {
    const index = await readFile(join(runbooks, 'README.md'), 'utf8')
    const keys = await raisedKeys()
    expect(keys).toContain('webhooks.endpoint-disabled')
    for (const key of keys) {
      const page = await readFile(join(runbooks, `${key}.md`), 'utf8').catch(() => '')
      for (const part of [key, '**Means', '**Look at', '**Clears it']) {
        expect(page, `${key}.md`).toContain(part)
      }
      expect(index, 'README.md').toContain(`(${key}.md)`)
    }
  })
})
