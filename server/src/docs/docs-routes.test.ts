import { createHash } from 'node:crypto'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useHttp } from '#testing/http'
import { useFolder } from '#testing/tools/folder'
import { docsRoutes } from './docs-routes.ts'

const browser = { accept: 'text/html,*/*;q=0.8' }
const page = (words: string) =>
  `<!doctype html><script>window.one = 1</script><script src="/docs/assets/a.js"></script>${words}`

describe('the documentation', async () => {
  const folder = await useFolder()
  await write('index.html', page('Start'))
  await write('404.html', page('There is no such page'))
  await write('orders.html', page('Orders'))
  await write('operations/webhooks.held.html', page('Held'))
  await write('operations/index.html', page('Runbooks'))
  await write('assets/a.1234.js', `export const a = '${'a'.repeat(3_000)}'`)
  await write('assets/chunks/@search.1234.js', 'export const found = 1')
  await write('.hidden.js', 'secret')
  const http = await useHttp(docsRoutes(folder))
  const get = (url: string, headers: Record<string, string> = {}) => http.inject({ url, headers })

  async function write(name: string, text: string) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }

  it('has a page at each address, without an ending', async () => {
    const start = await get('/docs', browser)
    expect([start.statusCode, start.headers.location]).toEqual([308, '/docs/'])
    for (const [url, words] of [
      ['/docs/', 'Start'],
      ['/docs/orders', 'Orders'],
      ['/docs/operations/', 'Runbooks'],
      ['/docs/operations/webhooks.held', 'Held'],
    ] as const) {
      const { statusCode, headers, body } = await get(url, browser)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(body).toContain(words)
    }
  })

  it('allows its own scripts and no others', async () => {
    const policy = String((await get('/docs/orders')).headers['content-security-policy'])
    const digest = createHash('sha256').update('window.one = 1').digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${digest}';`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/)
  })

  it('is kept by browsers: for good if its name has its content, else while it is the same', async () => {
    const asset = await get('/docs/assets/a.1234.js', { 'accept-encoding': 'br' })
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(asset.rawPayload).toString()).toContain('aaa')
    expect((await get('/docs/assets/chunks/@search.1234.js')).statusCode).toBe(200)
    const { headers } = await get('/docs/orders')
    expect(headers['cache-control']).toBe('public, max-age=60')
    const again = await get('/docs/orders', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('says that there is no such page, in the language of who asks', async () => {
    const shown = await get('/docs/nothing', browser)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    expect(shown.body).toContain('There is no such page')
    const read = await get('/docs/nothing', { accept: 'application/json' })
    expect([read.statusCode, read.json().meta.code]).toEqual([404, 'platform.route_not_found'])
  })

  it.each([
    '/docs/.hidden.js',
    '/docs/..%2f..%2fpackage.json',
    '/docs/orders.html',
    '/docs//orders',
    '/docs/assets/..%2forders',
  ])('has no file at %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404)
  })

  it('shows what was built after the start', async () => {
    await write('late.html', page('Late'))
    await utimes(join(folder, 'index.html'), 1_000, 1_000)
    expect((await get('/docs/late')).body).toContain('Late')
  })
})

describe('before the site is built', async () => {
  const http = await useHttp(docsRoutes('/nowhere'))

  it('says how to build it', async () => {
    for (const url of ['/docs/', '/docs/orders']) {
      const answer = await http.inject({ url })
      expect([answer.statusCode, answer.json().meta.code]).toEqual([503, 'platform.docs_not_built'])
    }
  })

  it('has the reference of the API, which needs no build', async () => {
    expect((await http.inject({ url: '/docs/api' })).statusCode).toBe(200)
  })
})
