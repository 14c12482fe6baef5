import { inflateRawSync } from 'node:zlib'
import { FileMalformed } from '#modules/imports/reading'

const entriesMax = 2_000
/** What all files of an archive may have when they are unpacked. */
export const unpackedBytesMax = 67_108_864

const endMark = 0x06054b50
const entryMark = 0x02014b50
const fileMark = 0x04034b50

type Entry = { readonly method: number; readonly packed: number; readonly at: number }

export type Archive = {
  /** Undefined if there is no such file. Throws `FileMalformed` beyond the limit of all files together. */
  read(name: string): Buffer | undefined
}

/**
 * Opens a zip archive by its directory (APPNOTE 6.3, 4.3). Node inflates each file, and never beyond what is left of the limit, so
 * that what the archive says of its own sizes does not matter.
 */
export function openArchive(bytes: Buffer): Archive {
  const entries = entriesIn(bytes)
  let left = unpackedBytesMax
  return {
    read: (name) => {
      const entry = entries.get(name)
      if (!entry) return undefined
      const packed = packedBytes(bytes, entry)
      const unpacked = entry.method === 0 ? packed : inflateEntry(packed, left)
      left -= unpacked.length
      if (left <= 0) throw tooLarge()
      return unpacked
    },
  }
}

function entriesIn(bytes: Buffer): Map<string, Entry> {
  const end = endOf(bytes)
  const count = Math.min(bytes.readUInt16LE(end + 10), entriesMax)
  let at = bytes.readUInt32LE(end + 16)
  const entries = new Map<string, Entry>()
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== entryMark) throw archiveBroken()
    const [name, extra, comment] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    ) as [number, number, number]
    entries.set(bytes.toString('utf8', at + 46, at + 46 + name), {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + name + extra + comment
  }
  return entries
}

/** The end of the directory stands before a comment of up to 64 KiB. */
function endOf(bytes: Buffer): number {
  const least = Math.max(0, bytes.length - 65_557)
  for (let at = bytes.length - 22; at >= least; at -= 1) {
    if (bytes.readUInt32LE(at) === endMark) return at
  }
  throw archiveBroken()
}

function packedBytes(bytes: Buffer, { at, packed, method }: Entry): Buffer {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== fileMark) throw archiveBroken()
  if (method !== 0 && method !== 8) throw archiveBroken()
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  return bytes.subarray(from, from + packed)
}

function inflateEntry(packed: Buffer, left: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) })
  } catch (error) {
    const isTooLarge = (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge ? tooLarge() : archiveBroken()
  }
}

const archiveBroken = () =>
  new FileMalformed('archive_broken', 'The zip archive is broken or was cut off.')
const tooLarge = () =>
  new FileMalformed('file_too_large', `Unpacked the file is larger than ${unpackedBytesMax} bytes.`)
