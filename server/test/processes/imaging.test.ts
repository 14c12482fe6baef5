import { describe, expect, it } from 'vitest'
import { processorPath } from '#platform/pictures'
import { usePictureHost } from '#testing/hosts/picture-host'
import { aPicture } from '#testing/tools/pictures'
import { startService } from '../harness/service-process.ts'

const key = Buffer.alloc(32, 3)
const salt = Buffer.alloc(32, 4)
const api = await usePictureHost(await aPicture())

/** Without a database, a cache, or a secret of the service. */
const env = {
  APP_ENV: 'production',
  PURVEYOR_ROLES: 'imaging',
  BASE_URL: 'https://shop.example.com',
  IMAGE_SOURCE_BASE_URL: api.url,
}
const keys = { IMAGE_PROC_KEY: key.toString('hex'), IMAGE_PROC_SALT: salt.toString('hex') }

describe('a process with the role imaging alone', { timeout: 240_000 }, () => {
  it('converts pictures with a signed address from the API, and serves nothing else', async () => {
    const service = await startService({ env: { ...env, ...keys }, until: 'healthy' })
    const sourceUrl = `${api.url}/api/v1/images/sources/prd_1/s1?signature=x`
    const path = processorPath([{ key, salt }], { sourceUrl, preset: 'thumb', format: 'webp' })
    const converted = await fetch(`${service.baseUrl}${path}`)
    expect([converted.status, converted.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await fetch(`${service.baseUrl}${path}x`)).status).toBe(403)
    expect((await fetch(`${service.baseUrl}/api/v1/products`)).status).toBe(403)
    await service.stop()
  })

  it('does not start without signing keys', async () => {
    const service = await startService({ env, until: 'spawned' })
    expect(await service.ended).toBe(78)
    expect(service.output()).toContain('IMAGE_PROC_KEY is needed by the role imaging')
  })
})
