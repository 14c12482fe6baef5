import { textsColumn } from './column.ts'
import { type Field, listCell, sameList } from './field.ts'
import type { RecordReader } from './record-reader.ts'

/** Addresses of pictures. The first is shown, unless the supplier uploads one. */
export const imageUrls = {
  name: 'images',
  headers: 'images image imageurl imagelink imageurls bild bilder bildurl photo photos',
  keys: ['imageUrls'],
  read: addressesIn,
  digest: 17,
  column: textsColumn('image_urls'),
  absent: [],
  isSame: sameList,
  cell: listCell,
  example: [['https://example.com/a.png'], ['https://example.com/b.png']],
} as const satisfies Field<readonly string[]>

function addressesIn(record: RecordReader, name: string): readonly string[] | undefined {
  const addresses = record.list(name, 20, 2_000)
  const wrong = addresses?.find((address) => !isAddress(address))
  if (wrong !== undefined) {
    record.complain('image_invalid', 'The address of an image begins with https.', name, false)
  }
  return addresses?.filter(isAddress)
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
