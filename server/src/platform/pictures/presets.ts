/** The sizes in which pictures are shown: the longest side in pixels. */
export const presets = { thumb: 96, card: 320, detail: 800 } as const

export type Preset = keyof typeof presets

export const presetNames = Object.keys(presets) as Preset[]

/** The formats into which pictures are converted, and their media types. */
export const outputFormats = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
} as const

export type OutputFormat = keyof typeof outputFormats

export const outputFormatNames = Object.keys(outputFormats) as OutputFormat[]
