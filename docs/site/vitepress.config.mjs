import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

/** `npm run docs` writes it beside the pages, from server/scripts/docs/areas.ts. */
const sidebar = JSON.parse(readFileSync(new URL('sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  title: 'Purveyor',
  description: 'A B2B procurement platform service',
  lang: 'en',
  base: '/docs/',
  cleanUrls: true,
  // Otherwise each page would have the list of all pages as a script of its own.
  metaChunk: true,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { anchor: { slugify: slugOf } },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Guides', link: '/start' },
      { text: 'Failure codes', link: '/failure-codes' },
      { text: 'Events', link: '/events' },
      { text: 'API reference', link: '/api', target: '_self' },
    ],
    outline: [2, 3],
    search: { provider: 'local' },
  },
})

/** The anchors of GitHub, so that links to headings work there and here. */
function slugOf(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
}
