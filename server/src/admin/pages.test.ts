import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { anAdminRuntime } from '#testing/admin'
import { bodyOf, get } from '#testing/admin-browser'
import { closeAtEnd } from '#testing/close-at-end'

/** Pages contain no data, so these tests need no API. */
const apiUrl = 'http://127.0.0.1:1'
const now = () => new Date('2026-01-02T03:04:05Z')
const webFolder = await aWebFolder()
const runtime = closeAtEnd(await anAdminRuntime({ apiUrl, now, webFolder }))

afterAll(async () => {
  await rm(webFolder, { recursive: true })
})

describe('a page', () => {
  const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

  it('has a content security policy that allows no inline script', async () => {
    for (const path of ['/admin/operations', '/admin/automations', '/admin/orders']) {
      const response = await get(runtime, path, html)
      const policy = response.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]

      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(await response.text()).toContain(`nonce="${nonce}"`)
    }
    const policies = await Promise.all(
      [1, 2].map(async () =>
        (await get(runtime, '/admin/operations', html)).headers.get('content-security-policy'),
      ),
    )
    expect(policies[0]).not.toBe(policies[1])
  })

  it('is in the first language of the browser that we have, or in English', async () => {
    const languages = {
      'de-CH,en;q=0.5': 'de',
      'gsw,fr;q=0.9': 'de',
      'is,fr;q=0.9': 'fr',
      is: 'en',
    }
    for (const [header, language] of Object.entries(languages)) {
      const page = await get(runtime, '/admin/orders', { ...html, 'accept-language': header })
      expect(await page.text()).toContain(`<html lang="${language}">`)
    }
  })

  it('redirects /admin to the operations page', async () => {
    const response = await fetch(`${runtime.url}/admin`, { redirect: 'manual', headers: html })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/admin/operations'])
  })

  it('loads its files from addresses that browsers may cache for ever', async () => {
    const response = await get(runtime, '/admin/assets/index-1.js')

    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(await response.text()).toContain('console.log')
    const etag = response.headers.get('etag') ?? ''
    const again = await get(runtime, '/admin/assets/index-1.js', { 'if-none-match': etag })
    expect(again.status).toBe(304)
    for (const name of ['nothing.js', '..%2findex.html', 'index.html']) {
      expect((await get(runtime, `/admin/assets/${name}`)).status).toBe(404)
    }
  })

  it('answers an unknown address with HTML for browsers and JSON for programs', async () => {
    const page = await get(runtime, '/admin/nowhere/at-all?q=1', html)
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';")

    for (const [path, headers] of [
      ['/admin/nowhere', { accept: 'application/json' }],
      ['/admin/api/nowhere', html],
      ['/admin/assets/nowhere.js', html],
      ['/nowhere', html],
    ] as const) {
      const answer = await get(runtime, path, headers)
      expect(answer.headers.get('content-type'), path).toBe('application/json; charset=utf-8')
    }
  })

  it('says how to build the pages when they are missing', async () => {
    const unbuilt = await anAdminRuntime({ apiUrl, now, webFolder: join(webFolder, 'nowhere') })
    const response = await get(unbuilt, '/admin/operations', html)
    await unbuilt.close()

    expect(response.status).toBe(503)
    expect(await bodyOf(response)).toMatchObject({ meta: { code: 'admin.pages_not_built' } })
  })
})

async function aWebFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><html lang="en"><meta property="csp-nonce" nonce="__CSP_NONCE__"><script type="module" src="/admin/assets/index-1.js"></script>',
  )
  await writeFile(
    join(folder, 'assets/index-1.js'),
    `console.log(${JSON.stringify('x'.repeat(2000))})`,
  )
  return folder
}
