import { describe, expect, it } from 'vitest'
import { aZip } from '#testing/tools/zip'
import { attachmentTypeOf } from './attachment-type.ts'

const word = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<document/>' }

describe('the type of an attachment', () => {
  it.each([
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), 'image/png'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3', 'latin1'), 'application/pdf'],
    ['a text', Buffer.from('Größe;Menge\r\n10;2\r\n'), 'text/plain'],
    ['a page of HTML, which is a text', Buffer.from('<script>alert(1)</script>'), 'text/plain'],
    ['a document of Word', aZip(word), expect.stringContaining('wordprocessingml')],
    [
      'a table of Excel',
      aZip({ '[Content_Types].xml': '', 'xl/workbook.xml': '' }),
      expect.stringContaining('spreadsheetml'),
    ],
  ])('is found in the content of %s', async (_what, content, type) => {
    expect(await attachmentTypeOf(content)).toEqual(type)
  })

  it.each([
    ['a program of Windows', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['a program of Linux', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1')],
    ['an archive', aZip({ 'a.txt': 'a' })],
    ['an archive with a broken end', aZip(word).subarray(0, 60)],
    ['a document with macros', aZip({ ...word, 'word/vbaProject.bin': 'x' })],
    ['a document with an embedded program', aZip({ ...word, 'word/embeddings/a.bin': 'x' })],
    ['a text in another encoding', Buffer.from('Größe', 'latin1')],
    ['a text with NUL', Buffer.from('a\0b')],
  ])('is none for %s', async (_what, content) => {
    expect(await attachmentTypeOf(content)).toBeUndefined()
  })
})
