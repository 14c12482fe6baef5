import sharp, { type Sharp } from 'sharp'
import { type OutputFormat, type Preset, presets, sourceTypeOf } from '#platform/pictures'

/** A source that is no picture we process. Another attempt gets the same answer. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
}

export class TransformTimeout extends Error {
  override readonly name = 'TransformTimeout'
}

/**
 * Lets libvips read four formats and nothing else: every other decoder is unreachable, whatever a file claims to be. libvips keeps
 * no results, and uses one thread for each picture, because the queue already uses all processors.
 */
export function limitDecoders(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
    ],
  })
  sharp.cache(false)
  sharp.concurrency(1)
}

export type TransformLimits = { readonly pixelsMax: number; readonly timeoutMs: number }

/**
 * The picture in the size and format of an answer: upright, without the metadata of the camera, the first frame only. It throws
 * `PictureRefused` for anything that is not a whole picture within the limits.
 */
export async function transformPicture(
  source: Buffer,
  wanted: { readonly preset: Preset; readonly format: OutputFormat },
  { pixelsMax, timeoutMs }: TransformLimits,
): Promise<Buffer> {
  if (!sourceTypeOf(source)) throw new PictureRefused('It is not a JPEG, PNG, WebP or GIF.')
  const size = presets[wanted.preset]
  const picture = sharp(source, { limitInputPixels: pixelsMax, failOn: 'truncated', pages: 1 })
    .autoOrient()
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: Math.ceil(timeoutMs / 1_000) })
  try {
    return await encoders[wanted.format](picture).toBuffer()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/timeout/i.test(message)) throw new TransformTimeout(message, { cause: error })
    throw new PictureRefused(message, { cause: error })
  }
}

/** Effort 2 encodes AVIF nine times faster than the default, for files that are a few percent larger. */
const encoders: Readonly<Record<OutputFormat, (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 80, effort: 2 }),
  // JPEG has no transparency.
  jpeg: (picture) => picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }),
}
