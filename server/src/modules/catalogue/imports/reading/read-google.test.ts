import { expect, it } from 'vitest'
import { readGoogle } from './read-google.ts'

it.each([
  [
    'Caf&eacute;&nbsp;table',
    '<![CDATA[Oak&nbsp;&amp;&nbsp;steel, 5&#160;m &lt;b&gt;]]>',
    'Café table',
    'Oak & steel, 5 m <b>',
  ],
  // Written out twice is read once more, and then no more.
  ['T&amp;nbsp;joint', '&amp;amp;amp; cap', 'T joint', '&amp; cap'],
  [
    'AT&amp;T',
    '<![CDATA[&unknown; &#0; &#xD800; &toString;]]>',
    'AT&T',
    '&unknown; &#0; &#xD800; &toString;',
  ],
  ['x', '&nbsp;', 'x', undefined],
])('decodes the character names of HTML: %s, %s', async (title, description, ...read) => {
  expect(await fieldsOf(title, description)).toEqual(read)
})

it.each(['unknown', 'constructor', 'toString'])('decodes no other name: %s', async (name) => {
  await expect(fieldsOf(`&${name};`, '')).rejects.toMatchObject({ code: 'file_malformed' })
})

async function fieldsOf(title: string, description: string) {
  const feed = `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>N-1</g:id>
    <title>${title}</title><description>${description}</description></item></channel></rss>`
  const texts = (async function* () {
    // Cut where it hurts most.
    for (const letter of feed) yield letter
  })()
  const read = []
  for await (const records of readGoogle(texts)) read.push(...records)
  const fields = read[0]?.fields
  return [fields?.name, fields?.description]
}
