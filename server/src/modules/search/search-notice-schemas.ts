import { type Static, Type } from 'typebox'
import { record } from '#kernel/record'
import { noticeCodes, type SearchNotice } from './search-notices.ts'

export const NoticesView = Type.Array(
  record('SearchNotice', 'What the search changed or left out.', {
    code: Type.Enum([...noticeCodes], { description: 'Stable: what a client switches on.' }),
    message: Type.String({ description: 'A sentence a person can act on.' }),
    words: Type.Array(Type.String(), { description: 'Of the query, as they were read.' }),
  }),
  {
    description:
      'Present where nothing is found because nothing in `q` can be looked for: which words were left out, and why.',
  },
)

/** Nothing where there are none. */
export function viewNotices(notices: readonly SearchNotice[]): {
  notices?: Static<typeof NoticesView>
} {
  if (notices.length === 0) return {}
  return { notices: notices.map(({ words, ...notice }) => ({ ...notice, words: [...words] })) }
}
