import { FileMalformed } from '../record.ts'
import { textOf, type XmlNode } from '../xml-items.ts'
import { languagesIn, languageText, textIn } from './bmecat-text.ts'

/** The groups of the file's own classification, which precedes its articles. */
export type Groups = Map<string, Group>

type Group = {
  readonly name: string
  readonly parent: string | undefined
  /** The names by language. Most files declare none. */
  readonly names: ReadonlyMap<string, string> | undefined
}

const groupsMax = 100_000
const deepest = 10

export function readGroup(node: XmlNode, groups: Groups, language: string): void {
  const id = textOf(node, 'CLASSIFICATION_GROUP_ID')
  const name = languageText(node, 'CLASSIFICATION_GROUP_NAME', language)
  if (id === undefined || name === undefined) return
  if (groups.size >= groupsMax) {
    throw new FileMalformed('file_malformed', `The file has more than ${groupsMax} groups.`)
  }
  const parent = textOf(node, 'CLASSIFICATION_GROUP_PARENT_ID')
  groups.set(id, { name, parent, names: namesOf(node) })
}

function namesOf(node: XmlNode): ReadonlyMap<string, string> | undefined {
  const languages = languagesIn(node, 'CLASSIFICATION_GROUP_NAME')
  if (languages.length === 0) return undefined
  return new Map(
    languages.flatMap((one) => {
      const name = textIn(node, 'CLASSIFICATION_GROUP_NAME', one)
      return name === undefined ? [] : [[one, name]]
    }),
  )
}

/** The names from the root. Undefined if the file does not contain the group. */
export function groupPath(groups: Groups, id: string | undefined): string[] | undefined {
  return pathOf(groups, id, ({ name }) => name)
}

/** The names in this language, as far as the file has them. Undefined if it has none of them. */
export function groupNamesIn(
  groups: Groups,
  id: string | undefined,
  language: string,
): string[] | undefined {
  let isAny = false
  const path = pathOf(groups, id, ({ name, names }) => {
    const translated = names?.get(language)
    isAny ||= translated !== undefined
    return translated ?? name
  })
  return isAny ? path : undefined
}

function pathOf(
  groups: Groups,
  id: string | undefined,
  nameOf: (group: Group) => string,
): string[] | undefined {
  const path: string[] = []
  let next = id
  while (next !== undefined && path.length < deepest) {
    const group = groups.get(next)
    if (!group) break
    path.unshift(nameOf(group))
    next = group.parent
  }
  return path.length > 0 ? path : undefined
}
