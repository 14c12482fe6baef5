import { decodePieces, encodingOf, peekPieces } from '#platform/csv'
import type { ImportOptions } from '../import.ts'
import { readBmecat } from './bmecat/read-bmecat.ts'
import { readGoogle } from './read-google.ts'
import { FileMalformed, type FileReader } from './record.ts'

const headBytes = 1_024

/** Decodes in the declared encoding, by default UTF-8. */
export async function openXml(
  format: 'bmecat' | 'google',
  pieces: AsyncIterable<Buffer>,
  options: ImportOptions,
  now: Date,
): Promise<FileReader> {
  const { head, all } = await peekPieces(pieces, headBytes)
  const texts = decodePieces(all, xmlEncodingOf(head, options.encoding))
  const records = format === 'bmecat' ? readBmecat(texts, options, now) : readGoogle(texts)
  return { reading: { decimal: '.' }, records }
}

/** The encoding that the upload or the file itself names. Throws `FileMalformed` if there is no such encoding. */
export function xmlEncodingOf(head: Buffer, given?: string): string {
  const marked = encodingOf(head.subarray(0, 2))
  const declared = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(
    head.toString('latin1'),
  )?.[1]
  const name = given ?? (marked === 'utf-8' ? declared : marked) ?? 'utf-8'
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new FileMalformed(
      'file_malformed',
      `The file names the encoding ${name}, which is unknown. Save the file as UTF-8.`,
      1,
    )
  }
}
