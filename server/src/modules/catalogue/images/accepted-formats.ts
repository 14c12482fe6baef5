import type { OutputFormat } from '#platform/pictures'

/**
 * The formats that a client accepts, the smallest first. Every browser shows JPEG. AVIF and WebP need their own name in `Accept`,
 * because `image/*` is also what old browsers send.
 */
export function acceptedFormats(accept: string | undefined): readonly OutputFormat[] {
  const ranges = (accept ?? '').toLowerCase().split(',')
  const accepts = (type: string) =>
    ranges.some((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
      return name === type && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
    })
  return [
    ...(accepts('image/avif') ? (['avif'] as const) : []),
    ...(accepts('image/webp') ? (['webp'] as const) : []),
    'jpeg',
  ]
}
