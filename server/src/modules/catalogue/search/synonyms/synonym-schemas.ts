import { Type } from 'typebox'
import { record } from '#kernel/record'
import { type Synonym, synonymLanguages, synonymWordsMax } from './synonym.ts'

const Language = Type.Enum([...synonymLanguages], {
  description: 'The language of the texts that contain the words. `any` for all languages.',
})

const Words = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 60 }), {
    maxItems: synonymWordsMax,
    description,
  })

const words = Words('Up to four words each. Compared in lower case and without accents.')
const alsoFind = Words('One-way synonyms: a search for one of `words` also finds these words.')

export const NewSynonymsBody = record(
  'CreateSynonyms',
  'Words that the search treats as the same.',
  { language: Type.Optional(Language), words, alsoFind: Type.Optional(alsoFind) },
  { examples: [{ language: 'en', words: ['beamer'], alsoFind: ['projector'] }] },
)

export const ChangeSynonymsBody = record(
  'ChangeSynonyms',
  'The fields of a group of synonyms that change.',
  {
    language: Type.Optional(Language),
    words: Type.Optional(words),
    alsoFind: Type.Optional(alsoFind),
  },
  { minProperties: 1, examples: [{ words: ['beamer', 'video projector'] }] },
)

export const SynonymsView = record(
  'Synonyms',
  'A group of words that the search treats as the same.',
  {
    id: Type.String(),
    language: Language,
    words: Type.Array(Type.String()),
    alsoFind: Type.Array(Type.String()),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
)

export const synonymsExample = {
  id: 'syn_01m7xb82dw3khw78phh28dvacd',
  language: 'en' as const,
  words: ['beamer'],
  alsoFind: ['projector'],
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
}

export function viewSynonyms(synonym: Synonym): Type.Static<typeof SynonymsView> {
  const { id, language, words, alsoFind, createdAt, updatedAt } = synonym
  return {
    id,
    language,
    words: [...words],
    alsoFind: [...alsoFind],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}
