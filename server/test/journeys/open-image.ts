import { expect } from 'vitest'

/** As a browser does for an `<img>`: without a credential. */
export async function open(
  url: string,
  accept = '*/*',
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(url, { headers: { accept, ...headers } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers) as Record<string, string | undefined>,
    bytes,
  }
}

export async function isPlaceholder(url: string, text: string): Promise<void> {
  const { status, headers, bytes } = await open(url)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'x-image-fallback': 'placeholder',
    'cache-control': 'max-age=60',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(bytes.toString()).toContain(text)
}

/** A file to upload. */
export function fileOf(bytes: Buffer, type: string): Blob {
  return new Blob([new Uint8Array(bytes)], { type })
}
