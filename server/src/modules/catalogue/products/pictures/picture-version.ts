import { hash } from 'node:crypto'

/**
 * The version of a product's picture: that of its upload, or else one that follows from the address of its first picture.
 * Undefined without a picture.
 */
export function pictureVersionOf(row: {
  readonly picture_version: string | null
  readonly image_url: string | null
}): string | undefined {
  if (row.picture_version !== null) return row.picture_version
  if (row.image_url === null) return undefined
  return `s${hash('sha256', row.image_url).slice(0, 16)}`
}
