import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one color with a darker corner, in any format that sharp writes. */
export async function aPicture(
  options: {
    readonly width?: number
    readonly height?: number
    readonly format?: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff'
    readonly color?: string
    /** EXIF, as a camera that was held sideways writes it. */
    readonly orientation?: number
  } = {},
): Promise<Buffer> {
  const { width = 640, height = 480, format = 'jpeg', color = '#3366aa', orientation } = options
  const drawn = sharp({ create: { width, height, channels: 3, background: color } })
  const oriented = orientation === undefined ? drawn : drawn.withMetadata({ orientation })
  return oriented.toFormat(format).toBuffer()
}

/** A PNG whose header claims a size that its few bytes do not have. */
export function aClaimingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

/** A JPEG whose header claims 64,250 × 64,250 pixels. */
export async function aClaimingJpeg(): Promise<Buffer> {
  const jpeg = await aPicture({ width: 16, height: 16 })
  const frame = jpeg.findIndex(
    (byte, at) => byte === 0xff && /[\xc0-\xc2]/.test(latin(jpeg[at + 1])),
  )
  jpeg.writeUInt16BE(64_250, frame + 5)
  jpeg.writeUInt16BE(64_250, frame + 7)
  return jpeg
}

/** A GIF of one pixel with very many frames. */
export function aLongGif(frames: number): Buffer {
  const frame = Buffer.from('21f904000a0000002c00000000010001000002024401003b'.slice(0, -2), 'hex')
  return Buffer.concat([
    Buffer.from('474946383961010001008000000000ffffff', 'hex').subarray(0, 13),
    Buffer.from('000000ffffff', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from('3b', 'hex'),
  ])
}

export const svgWithReference = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"><image xlink:href="file:///etc/passwd" width="9" height="9"/><script>alert(1)</script></svg>',
)

/** A page for browsers that begins like a GIF. */
export const gifAndPage = Buffer.from('GIF89a/*<script>alert(1)</script>*/=1;<html></html>')

const latin = (byte = 0) => String.fromCharCode(byte)

function chunkOf(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}
