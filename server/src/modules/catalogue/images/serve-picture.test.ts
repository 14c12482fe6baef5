import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { findPictured } from '#modules/products'
import { aProduct } from '#testing/catalog'
import { useImagesStage, workOnPictures } from './images.fixture.ts'
import { sourceKey } from './picture-names.ts'
import { insertWanted } from './picture-store.ts'
import { createProcessor } from './processor.ts'
import { createServePicture, type PictureRequest } from './serve-picture.ts'

const { deps, host, processor, processing, results, answerWell } = await useImagesStage()

beforeEach(answerWell)

describe('an image processor', () => {
  const hanging = () => undefined
  const garbage = (response: ServerResponse) => response.end('It is no picture.')
  const huge = (response: ServerResponse) => response.end(Buffer.alloc(9_000_000))

  it.each([
    ['hangs', hanging, 'unavailable'],
    ['answers garbage', garbage, 'unavailable'],
    [
      'sends another format',
      (response: ServerResponse) => response.end(results.webp),
      'unavailable',
    ],
    ['sends more than a picture has', huge, 'unavailable'],
    ['breaks off', (response: ServerResponse) => response.destroy(), 'unavailable'],
    [
      'knows other keys',
      (response: ServerResponse) => response.writeHead(403).end(),
      'unavailable',
    ],
    [
      'does not reach the API',
      (response: ServerResponse) => response.writeHead(502).end(),
      'source_unavailable',
    ],
    ['is full', (response: ServerResponse) => response.writeHead(503).end(), 'busy'],
    ['refuses the picture', (response: ServerResponse) => response.writeHead(422).end(), 'refused'],
  ] as const)('that %s gives no picture', async (_what, answer, problem) => {
    processor.answers((_request, response) => answer(response))
    const transforming = createProcessor({ ...processing, timeoutMs: 1_000 }).transform(
      'http://127.0.0.1:3000/source',
      'card',
      'jpeg',
    )
    await expect(transforming).rejects.toMatchObject({ name: 'ProcessorFailed', problem })
  })

  it('that dies in the middle of a picture is asked for it once more', async () => {
    let asked = 0
    processor.answers((_request, response) => {
      asked += 1
      if (asked === 1) response.destroy()
      else response.end(results.jpeg)
    })
    const source = 'http://127.0.0.1:3000/source'
    expect(
      await createProcessor({ ...processing, timeoutMs: 60_000 }).transform(source, 'card', 'jpeg'),
    ).toEqual(results.jpeg)
    expect(asked).toBe(2)
  })

  it('that hangs delays nobody beyond the wait, and the picture is ready later', async () => {
    const request = await aStoredPicture()
    let finish: () => void = () => undefined
    processor.answers((_request, response) => {
      finish = () => response.end(results.jpeg)
    })
    const serve = createServePicture({ ...deps, limits: { ...deps.limits, waitMs: 50 } })
    expect(await serve(request)).toMatchObject({ is: 'placeholder' })
    await expect.poll(() => processor.requests()).toBe(1)
    expect(await serve(request), 'it still hangs').toMatchObject({ is: 'placeholder' })
    expect(processor.requests()).toBe(1)
    finish()
    await expect.poll(async () => (await serve(request)).is).toBe('picture')
    expect(processor.requests()).toBe(1)
  })
})

describe('a store that fails', () => {
  it('still shows what the processor makes, and otherwise the placeholder', async () => {
    const request = await aStoredPicture()
    const broken = () => Promise.reject(new Error('the disk is gone'))
    const serve = createServePicture({
      ...deps,
      files: { ...deps.files, read: broken, write: broken },
    })
    expect(await serve(request)).toMatchObject({ is: 'picture', bytes: results.jpeg })
    processor.answers(500)
    expect(await serve({ ...request, preset: 'detail' })).toMatchObject({ is: 'placeholder' })
  })
})

let made = 0

async function aStoredPicture(): Promise<PictureRequest> {
  made += 1
  const imageUrls = [`${host.url}/served-${made}.jpg`]
  const { id, supplierCompanyId } = await aProduct(deps.database, { imageUrls })
  const pictured = await findPictured(deps.database.pool, id)
  const name = { productId: id, version: pictured?.version ?? '' }
  const wanted = { ...name, companyId: supplierCompanyId, sourceUrl: imageUrls[0] ?? '' }
  const at = deps.now()
  await deps.database.transaction((tx) =>
    insertWanted(tx, [wanted], { wantedBy: 'REQUEST', now: at, retryBefore: at }),
  )
  await workOnPictures(deps, 'REQUEST')
  expect(await deps.files.read(sourceKey(name))).toBeDefined()
  return { ...name, preset: 'card', format: 'jpeg', accept: undefined, ifNoneMatch: undefined }
}
