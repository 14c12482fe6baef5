import { join } from 'node:path'
import { builtSiteFolder } from '../src/docs/index.ts'
import { buildSite } from './docs/build-site.ts'
import { writeReferencePages } from './generated/reference-pages.ts'

/** `npm run docs`: builds the documentation site that the service shows at /docs. */
await writeReferencePages()
await buildSite(builtSiteFolder)
console.log(`Written: ${join(builtSiteFolder, 'index.html')}`)
