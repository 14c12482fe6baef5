import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { installApart } from '../install-apart.ts'
import { areas } from './areas.ts'
import { readSiteDiagrams, readSiteDocuments } from './site-documents.ts'
import { placeOf, sitePages } from './site-pages.ts'

const root = join(import.meta.dirname, '../../..')
const source = join(root, 'docs/site')

/** The theme has fonts of its own. The reader's fonts need no download. */
const theme = `export { default } from 'vitepress/theme-without-fonts'\n`

/** Builds the site out of the documents into `folder`. The tools are installed apart, once. */
export async function buildSite(folder: string): Promise<void> {
  const tools = await installApart('docs')
  const work = await mkdtemp(join(tools, 'pages-'))
  try {
    await writePages(work)
    const built = join(work, 'dist')
    const program = join(tools, 'node_modules/vitepress/bin/vitepress.js')
    await promisify(execFile)(process.execPath, [program, 'build', work, '--outDir', built], {
      cwd: work,
      maxBuffer: 64 * 1024 * 1024,
    })
    await rm(folder, { recursive: true, force: true })
    await mkdir(dirname(folder), { recursive: true })
    await rename(built, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function writePages(work: string): Promise<void> {
  const { pages, sidebar } = sitePages(await readSiteDocuments(root), areas)
  const config = join(work, '.vitepress')
  await mkdir(join(config, 'theme'), { recursive: true })
  await cp(join(source, 'vitepress.config.mjs'), join(config, 'config.mjs'))
  await writeFile(join(config, 'sidebar.json'), JSON.stringify(sidebar))
  await writeFile(join(config, 'theme/index.mjs'), theme)
  const diagrams = [...(await readSiteDiagrams(root))].map(
    ([path, text]) => [join('public', placeOf(path)), text] as const,
  )
  for (const [path, text] of [...pages, ...diagrams]) {
    await mkdir(dirname(join(work, path)), { recursive: true })
    await writeFile(join(work, path), text)
  }
}
