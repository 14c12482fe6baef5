import { expect, it } from 'vitest'
import { folderFilesMax, piles } from '../../scripts/architecture/piles.ts'

const inFolder = (folder: string, files: number, ending = 'ts') =>
  Array.from({ length: files }, (_, index) => `${folder}/file-${index}.${ending}`)

it('a folder may be full', () => {
  expect(piles(inFolder('orders', folderFilesMax))).toEqual([])
})

it('one file more is a pile', () => {
  const paths = [...inFolder('orders', folderFilesMax), 'orders/page.tsx', 'cart/cart.ts']
  expect(piles(paths)).toEqual([{ folder: 'orders', files: folderFilesMax + 1 }])
})

it('tests, fixtures, generated files and the files of subfolders do not count', () => {
  const paths = [
    ...inFolder('orders', folderFilesMax),
    ...['test.ts', 'test.tsx', 'fixture.ts', 'generated.ts', 'json'].flatMap((ending) =>
      inFolder('orders', 2, ending),
    ),
    ...inFolder('orders/returns', 2),
  ]
  expect(piles(paths)).toEqual([])
})
