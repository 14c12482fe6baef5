import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { buildSandboxHttp } from '../http.ts'
import { picturesApi } from './pictures-api.ts'

const http = buildSandboxHttp()
await http.register(picturesApi)
const url = await http.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => http.close())

it('the sandbox draws a picture for each article number, the same each time', async () => {
  const [one, again, other] = await Promise.all(['A-1', 'A-1', 'B 2/3'].map(draw))
  expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 600, height: 600 })
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
  expect((await sharp(one).stats()).entropy).toBeGreaterThan(0)
})

async function draw(sku: string): Promise<Buffer> {
  const response = await fetch(`${url}/pictures/${encodeURIComponent(sku)}.png`)
  expect(response.headers.get('content-type')).toBe('image/png')
  return Buffer.from(await response.arrayBuffer())
}
