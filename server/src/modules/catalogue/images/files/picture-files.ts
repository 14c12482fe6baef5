/** A file on this machine that is to be kept. */
export type FileToKeep = { readonly path: string; readonly bytes: number }

/** Where pictures are kept: files of this machine, or a bucket. A file is written whole or not at all. */
export type PictureFiles = {
  read(key: string): Promise<Buffer | undefined>
  write(key: string, content: Buffer | FileToKeep, mediaType: string): Promise<void>
  /** Files that do not exist are no error. */
  delete(keys: readonly string[]): Promise<void>
  close(): Promise<void>
}
