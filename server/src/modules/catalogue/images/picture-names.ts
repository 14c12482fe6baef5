import { type OutputFormat, outputFormatNames, type Preset, presetNames } from '#platform/pictures'

/** A picture of a product. The version changes with its content, so an address always shows the same picture. */
export type PictureName = { readonly productId: string; readonly version: string }

/** One result: a picture in the size and format of an answer. */
export type ResultName = PictureName & { readonly preset: Preset; readonly format: OutputFormat }

const safe = /^[A-Za-z0-9_-]{1,100}$/

/** Names become paths of files: anything but letters, digits, hyphens and underscores is refused. */
export function isPictureName({ productId, version }: PictureName): boolean {
  return safe.test(productId) && safe.test(version)
}

/** The key of a source. A processor on this machine reads the file of that name in the folder of the store. */
export const sourceKeyTemplate = 'pictures/{productId}/{version}/source'

export function sourceKey(name: PictureName): string {
  return `${folderOf(name)}/source`
}

export function resultKey({ preset, format, ...name }: ResultName): string {
  return `${folderOf(name)}/${preset}.${format}`
}

/** Every file that a version may have. */
export function keysOfVersion(name: PictureName): string[] {
  const results = presetNames.flatMap((preset) =>
    outputFormatNames.map((format) => resultKey({ ...name, preset, format })),
  )
  return [sourceKey(name), ...results]
}

function folderOf(name: PictureName): string {
  if (!isPictureName(name)) throw new Error('a picture has a name that is no name of a file')
  return `pictures/${name.productId}/${name.version}`
}
