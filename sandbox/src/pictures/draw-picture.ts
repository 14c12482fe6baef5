import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

/** The side of a picture in pixels. */
const side = 600

/** A PNG of a simple body on a plain ground. The name decides its form and its colors, so it is always the same picture. */
export function drawPicture(name: string): Buffer {
  const digest = createHash('sha256').update(name).digest()
  const at = (index: number) => digest[index] ?? 0
  const hue = (at(0) / 256) * 360
  const ground = colorOf(hue, 0.18, 0.95)
  const light = colorOf(hue, 0.55, 0.85)
  const dark = colorOf(hue, 0.65, 0.55)
  const covers = forms[at(1) % forms.length] ?? forms[0]
  const size = 0.24 + (at(2) / 256) * 0.12
  const rows = Buffer.alloc((side * 3 + 1) * side)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [u, v] = [(x / side - 0.5) / size, (y / side - 0.5) / size]
      const [red, green, blue] = covers?.(u, v) ? (u + v < 0 ? light : dark) : ground
      // Each row begins with the number of its filter, which is none.
      const place = y * (side * 3 + 1) + 1 + x * 3
      rows[place] = red
      rows[place + 1] = green
      rows[place + 2] = blue
    }
  }
  return pngOf(rows)
}

/** Whether the body covers a point. Its middle is at 0, 0, and its edge about 1 away. */
const forms: readonly ((u: number, v: number) => boolean)[] = [
  (u, v) => Math.hypot(u, v) < 1,
  (u, v) => Math.max(Math.abs(u), Math.abs(v)) < 0.85,
  (u, v) => Math.abs(u) + Math.abs(v) < 1.15,
  (u, v) => Math.abs(u) < 1.1 && Math.abs(v) < 0.6,
  (u, v) => Math.abs(u) < 0.55 && Math.abs(v) < 1.1,
  (u, v) => Math.hypot(u, v) < 1 && Math.hypot(u, v) > 0.45,
  (u, v) => Math.abs(u) * 0.87 + Math.abs(v) * 0.5 < 0.87 && Math.abs(v) < 1,
]

function pngOf(rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // 8 bits for each of red, green and blue.
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(content.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

/** From hue, saturation and brightness. */
function colorOf(hue: number, saturation: number, brightness: number): Color {
  const channel = (offset: number) => {
    const place = (offset + hue / 60) % 6
    const part = Math.max(0, Math.min(place, 4 - place, 1))
    return Math.round(255 * brightness * (1 - saturation * part))
  }
  return [channel(5), channel(3), channel(1)]
}
