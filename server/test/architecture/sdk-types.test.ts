import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSdkTypes } from '@purveyor/sdk/types'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const path = 'sdk/src/api.generated.ts'
const ignoredPaths = '*.generated.ts'

describe('the types of the SDK', () => {
  it('are made from the document, and only when it has changed', async () => {
    await writeSdkTypes()
    expect(await writeSdkTypes()).toBe(false)
    expect(await readFile(join(root, path), 'utf8')).toContain('Order: {')
  })

  it('are not committed', async () => {
    const ignored = await readFile(join(root, '.gitignore'), 'utf8')
    expect(ignored.split('\n')).toContain(ignoredPaths)
  })
})
