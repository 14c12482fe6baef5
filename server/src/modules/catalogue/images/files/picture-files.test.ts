import { randomBytes } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { closeAtEnd } from '#testing/close-at-end'
import { s3Credentials, useS3 } from '#testing/s3'
import { useFolder } from '#testing/tools/folder'
import { keysOfVersion, resultKey, sourceKey } from '../picture-names.ts'
import { createDiskFiles } from './disk-files.ts'
import type { PictureFiles } from './picture-files.ts'
import { createS3Files } from './s3-files.ts'

const folder = await useFolder()
const disk = createDiskFiles(join(folder, 'disk'))
const s3 = closeAtEnd(await anS3())
const name = { productId: 'prd_1', version: 'u0123456789abcdef' }

describe.each([
  ['disk', disk],
  ['S3', s3],
] as const)('pictures on %s', (_place, files) => {
  it('are read byte by byte as they were written', async () => {
    const bytes = randomBytes(100_000)
    await files.write(sourceKey(name), bytes, 'image/jpeg')
    expect(await files.read(sourceKey(name))).toEqual(bytes)
    const other = randomBytes(10)
    await files.write(sourceKey(name), other, 'image/jpeg')
    expect(await files.read(sourceKey(name))).toEqual(other)
  })

  it('are streamed from a file', async () => {
    const bytes = randomBytes(3_000_000)
    const path = join(folder, 'upload')
    await writeFile(path, bytes)
    await files.write(sourceKey(name), { path, bytes: bytes.length }, 'image/png')
    expect((await files.read(sourceKey(name)))?.equals(bytes)).toBe(true)
  })

  it('that do not exist are undefined and may be deleted', async () => {
    const key = resultKey({ ...name, version: 'none', preset: 'card', format: 'webp' })
    expect(await files.read(key)).toBeUndefined()
    await files.delete([key])
  })

  it('are deleted with their version', async () => {
    const keys = keysOfVersion({ ...name, version: 'u1' })
    for (const key of keys) await files.write(key, Buffer.from(key), 'image/webp')
    await files.delete(keys)
    for (const key of keys) expect(await files.read(key)).toBeUndefined()
  })

  it('can be written at the same time and are always whole', async () => {
    const key = resultKey({ ...name, version: 'u2', preset: 'card', format: 'webp' })
    const contents = Array.from({ length: 10 }, (_, at) => Buffer.alloc(50_000, at))
    await Promise.all(contents.map((content) => files.write(key, content, 'image/webp')))
    const read = await files.read(key)
    expect(contents.some((content) => read?.equals(content))).toBe(true)
  })
})

describe('pictures on disk', () => {
  it('leave no drafts and no empty folders', async () => {
    const keys = keysOfVersion({ ...name, productId: 'prd_2' })
    const files = createDiskFiles(join(folder, 'other'))
    for (const key of keys) await files.write(key, Buffer.from('x'), 'image/webp')
    await files.delete(keys)
    expect(await readdir(join(folder, 'other', 'pictures', 'prd_2'))).toEqual([])
  })
})

it.each(['../../etc', 'a/b', '', '.', 'a\0b', '%2e%2e'])(
  'the name %j never becomes a path',
  (productId) => {
    expect(() => sourceKey({ ...name, productId })).toThrow()
    expect(() => sourceKey({ ...name, version: productId })).toThrow()
  },
)

async function anS3(): Promise<PictureFiles> {
  const bucket = 'pictures'
  const { endpoint } = await useS3({ bucket, directory: join(folder, 's3') })
  return createS3Files({ bucket, region: 'us-east-1', endpoint, credentials: s3Credentials })
}
