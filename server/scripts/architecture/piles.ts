import { dirname } from 'node:path'

/** More files than this are a pile: a reader no longer sees what the folder is about. */
export const folderFilesMax = 30

const source = /[.]tsx?$/
const uncounted = /[.](?:test|fixture|generated)[.]tsx?$/

/** The folders with more source files than a folder may hold, tests left out. */
export function piles(paths: readonly string[]): { folder: string; files: number }[] {
  const counted = paths.filter((path) => source.test(path) && !uncounted.test(path))
  return [...Map.groupBy(counted, (path) => dirname(path))]
    .map(([folder, files]) => ({ folder, files: files.length }))
    .filter(({ files }) => files > folderFilesMax)
}
