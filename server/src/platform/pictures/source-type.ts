/** The media types of pictures that the service accepts. */
export const sourceTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export type SourceType = (typeof sourceTypes)[number]

/** How many bytes `sourceTypeOf` looks at. */
export const sniffedBytes = 16

/** The type of a picture by its first bytes. What a client or a server claims about it does not count. */
export function sourceTypeOf(head: Buffer): SourceType | undefined {
  const text = head.toString('latin1', 0, sniffedBytes)
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'image/webp'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  return undefined
}
