import { describe, expect, it } from 'vitest'
import { audit as germanAudit } from '../../../web/src/messages/de/audit.ts'
import { chat as germanChat } from '../../../web/src/messages/de/chat.ts'
import { messages as germanAdministration } from '../../../web/src/messages/de/company/administration/index.ts'
import { messages as germanCompany } from '../../../web/src/messages/de/company/index.ts'
import { details as germanDetails } from '../../../web/src/messages/de/details.ts'
import { messages as german } from '../../../web/src/messages/de/index.ts'
import { settings as germanSettings } from '../../../web/src/messages/de/settings.ts'
import { audit as englishAudit } from '../../../web/src/messages/en/audit.ts'
import { chat as englishChat } from '../../../web/src/messages/en/chat.ts'
import { messages as englishAdministration } from '../../../web/src/messages/en/company/administration/index.ts'
import { messages as englishCompany } from '../../../web/src/messages/en/company/index.ts'
import { details as englishDetails } from '../../../web/src/messages/en/details.ts'
import { messages as english } from '../../../web/src/messages/en/index.ts'
import { settings as englishSettings } from '../../../web/src/messages/en/settings.ts'
import { audit as frenchAudit } from '../../../web/src/messages/fr/audit.ts'
import { chat as frenchChat } from '../../../web/src/messages/fr/chat.ts'
import { messages as frenchAdministration } from '../../../web/src/messages/fr/company/administration/index.ts'
import { messages as frenchCompany } from '../../../web/src/messages/fr/company/index.ts'
import { details as frenchDetails } from '../../../web/src/messages/fr/details.ts'
import { messages as french } from '../../../web/src/messages/fr/index.ts'
import { settings as frenchSettings } from '../../../web/src/messages/fr/settings.ts'
import { account as germanAccount } from '../../src/pages/messages/de/account.ts'
import { authorize as germanAuthorize } from '../../src/pages/messages/de/authorize.ts'
import { account as englishAccount } from '../../src/pages/messages/en/account.ts'
import { authorize as englishAuthorize } from '../../src/pages/messages/en/authorize.ts'
import { account as frenchAccount } from '../../src/pages/messages/fr/account.ts'
import { authorize as frenchAuthorize } from '../../src/pages/messages/fr/authorize.ts'
import { argumentsOf, callsIn, readSources, sentencesIn, textsIn } from './page-messages.ts'

type Flat = ReadonlyMap<string, string>
const pages = {
  en: flatten({
    ...english,
    ...englishCompany,
    ...englishAdministration,
    audit: englishAudit,
    chat: englishChat,
    settings: englishSettings,
    details: englishDetails,
  }),
  de: flatten({
    ...german,
    ...germanCompany,
    ...germanAdministration,
    audit: germanAudit,
    chat: germanChat,
    settings: germanSettings,
    details: germanDetails,
  }),
  fr: flatten({
    ...french,
    ...frenchCompany,
    ...frenchAdministration,
    audit: frenchAudit,
    chat: frenchChat,
    settings: frenchSettings,
    details: frenchDetails,
  }),
}
const authorize = {
  en: new Map(Object.entries(englishAuthorize)),
  de: new Map(Object.entries(germanAuthorize)),
  fr: new Map(Object.entries(frenchAuthorize)),
}
const account = {
  en: new Map(Object.entries(englishAccount)),
  de: new Map(Object.entries(germanAccount)),
  fr: new Map(Object.entries(frenchAccount)),
}
const ofPages = await readSources('web/src')
const rendered = await readSources('server/src/pages')
const ofAccount = [
  ...rendered.filter(({ path }) => path.includes('/account/')),
  ...(await readSources('server/src/account')),
]
const ofAuthorize = [
  ...rendered.filter(({ path }) => path.includes('/authorize/')),
  ...(await readSources('server/src/modules/people/identity/oauth')),
]

describe.each([
  { name: 'the pages of operators and companies', catalogues: pages, sources: ofPages },
  { name: 'the authorization pages', catalogues: authorize, sources: ofAuthorize },
  { name: 'the account pages', catalogues: account, sources: ofAccount },
])('the messages of $name', ({ catalogues, sources }) => {
  const keys = [...catalogues.en.keys()]

  it('exist in every language with the same keys', () => {
    expect(keys.length).toBeGreaterThan(50)
    expect([...catalogues.de.keys()].sort()).toEqual([...keys].sort())
    expect([...catalogues.fr.keys()].sort()).toEqual([...keys].sort())
  })

  it('parse, with the same arguments in every language', () => {
    for (const key of keys) {
      const wanted = argumentsOf(catalogues.en.get(key) ?? '', 'en')
      for (const language of ['de', 'fr'] as const) {
        const message = catalogues[language].get(key) ?? ''
        expect(argumentsOf(message, language), `${language} ${key}`).toEqual(wanted)
      }
    }
  })

  it('are all used', () => {
    const texts = sources.flatMap(textsIn)
    // A list names the area of the names of its states: `settings.ads.state`.
    const areaOf = (key: string) => key.replace(/[.][^.]+$/, '')
    const unused = keys.filter(
      (key) => !texts.some((text) => text.test(key) || text.test(areaOf(key))),
    )
    expect(unused).toEqual([])
  })

  it('get exactly their arguments wherever they are used', () => {
    const calls = sources.flatMap(callsIn)
    expect(calls.length).toBeGreaterThan(20)
    const wrong = calls.flatMap(({ where, keys: named, names }) =>
      keys
        .filter((key) => named.test(key))
        .filter((key) => {
          const wanted = argumentsOf(catalogues.en.get(key) ?? '', 'en')
          return wanted.join() !== names.join()
        })
        .map((key) => `${where} ${key}: ${names}`),
    )
    expect(wrong).toEqual([])
  })

  it('are the only texts that people see: no component has its own', () => {
    /** The name of the product is the same in every language. */
    const isKnown = (text: string) => text === 'Purveyor' || catalogues.en.has(text)
    const own = sources.flatMap((source) =>
      sentencesIn(source)
        .map((text) => text.replaceAll(/&\w+;/g, ' ').trim())
        .filter((text) => /\p{Letter}/u.test(text) && !isKnown(text))
        .map((text) => `${source.path}: ${text}`),
    )
    expect(own).toEqual([])
  })
})

describe('the pages of companies', () => {
  const areas = Object.keys(englishCompany)
  const ofCompany = ofPages.filter(({ path }) => path.includes('web/src/company/'))
  /** The parts that load further messages, with their folders. */
  const parts = {
    administration: {
      folders: ['approval-rules', 'budgets', 'connections', 'details'],
      areas: Object.keys(englishAdministration),
    },
    chats: { folders: ['chat'], areas: ['chat'] },
  }
  const folderOf = (path: string) => /web\/src\/company\/([^/]+)\//.exec(path)?.[1] ?? ''
  const further = Object.values(parts).flatMap(({ folders }) => folders)

  it.each([
    ['others', areas, (folder: string) => !further.includes(folder)],
    ...Object.entries(parts).map(
      ([name, part]) =>
        [
          name,
          [...areas, ...part.areas],
          (folder: string) => part.folders.includes(folder),
        ] as const,
    ),
  ] as const)('use only the messages that they load: %s', (_name, loaded, isOfPart) => {
    const sources = ofCompany.filter(({ path }) => isOfPart(folderOf(path)))
    expect(sources.length).toBeGreaterThan(4)
    const used = sources.flatMap(callsIn).flatMap(({ keys: named }) => named)
    const foreign = [...pages.en.keys()].filter(
      (key) => !loaded.includes(key.split('.')[0] ?? '') && used.some((name) => name.test(key)),
    )
    expect(foreign).toEqual([])
  })
})

function flatten(catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>): Flat {
  return new Map(
    Object.entries(catalogue).flatMap(([area, messages]) =>
      Object.entries(messages).map(([key, message]) => [`${area}.${key}`, message] as const),
    ),
  )
}
