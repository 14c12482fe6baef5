import { expect, it } from 'vitest'
import { acceptedFormats } from './accepted-formats.ts'

it.each([
  ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', ['avif', 'webp', 'jpeg']],
  ['image/webp,*/*', ['webp', 'jpeg']],
  ['image/png,image/*;q=0.8,*/*;q=0.5', ['jpeg']],
  ['IMAGE/AVIF ; q=0.9', ['avif', 'jpeg']],
  ['image/avif;q=0, image/webp;q=0.0', ['jpeg']],
  ['*/*', ['jpeg']],
  ['', ['jpeg']],
  [undefined, ['jpeg']],
])('%s accepts %j', (accept, formats) => {
  expect(acceptedFormats(accept)).toEqual(formats)
})
