import { isUtf8 } from 'node:buffer'
import { fromBuffer } from 'yauzl'
import { sourceTypeOf, sourceTypes } from '#platform/pictures'

const officeTypes = {
  'word/document.xml': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'xl/workbook.xml': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'ppt/presentation.xml':
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const

/** The types of attachments, by which they are served. */
export const attachmentTypes = [
  ...sourceTypes,
  'application/pdf',
  'text/plain',
  ...Object.values(officeTypes),
] as const

export type AttachmentType = (typeof attachmentTypes)[number]

/** The type of a file by its content alone. Its name and what the client says about it do not count. */
export async function attachmentTypeOf(content: Buffer): Promise<AttachmentType | undefined> {
  const picture = sourceTypeOf(content)
  if (picture) return picture
  const head = content.toString('latin1', 0, 8)
  if (head.startsWith('%PDF-')) return 'application/pdf'
  if (head.startsWith('PK\x03\x04')) return officeTypeOf(content)
  return isPlainText(content) ? 'text/plain' : undefined
}

/** Binary files have control characters. Tab, line feed, form feed and carriage return belong to texts. */
function isPlainText(content: Buffer): boolean {
  if (!isUtf8(content)) return false
  return content.every(
    (byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 12 || byte === 13,
  )
}

const entriesMax = 5_000

/**
 * A document of Word, Excel or PowerPoint, by the names in its archive. Undefined for other archives, and for documents with macros
 * or embedded programs. Nothing is unpacked.
 */
async function officeTypeOf(content: Buffer): Promise<AttachmentType | undefined> {
  const names = await namesIn(content)
  if (!names?.has('[Content_Types].xml')) return undefined
  const isDangerous = [...names].some((name) => /vbaProject|\/embeddings\/|activeX/i.test(name))
  if (isDangerous) return undefined
  for (const [name, type] of Object.entries(officeTypes)) if (names.has(name)) return type
  return undefined
}

/** Undefined if the archive cannot be read, or has too many entries. */
function namesIn(content: Buffer): Promise<ReadonlySet<string> | undefined> {
  return new Promise((resolve) => {
    fromBuffer(content, { lazyEntries: true }, (error, archive) => {
      if (error || !archive || archive.entryCount > entriesMax) return resolve(undefined)
      const names = new Set<string>()
      archive.on('error', () => resolve(undefined))
      archive.on('end', () => resolve(names))
      archive.on('entry', ({ fileName }) => {
        names.add(fileName)
        archive.readEntry()
      })
      archive.readEntry()
    })
  })
}
