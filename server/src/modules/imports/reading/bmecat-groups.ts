import { languageText } from './bmecat-text.ts'
import { FileMalformed } from './record.ts'
import { textOf, type XmlNode } from './xml-items.ts'

/** The groups of the file's own classification, which precedes its articles. */
export type Groups = Map<string, { readonly name: string; readonly parent: string | undefined }>

const groupsMax = 100_000
const deepest = 10

export function readGroup(node: XmlNode, groups: Groups, language: string): void {
  const id = textOf(node, 'CLASSIFICATION_GROUP_ID')
  const name = languageText(node, 'CLASSIFICATION_GROUP_NAME', language)
  if (id === undefined || name === undefined) return
  if (groups.size >= groupsMax) {
    throw new FileMalformed('file_malformed', `There are more than ${groupsMax} groups.`)
  }
  groups.set(id, { name, parent: textOf(node, 'CLASSIFICATION_GROUP_PARENT_ID') })
}

/** The names from the root. Undefined if the file does not contain the group. */
export function groupPath(groups: Groups, id: string | undefined): string[] | undefined {
  const path: string[] = []
  let next = id
  while (next !== undefined && path.length < deepest) {
    const group = groups.get(next)
    if (!group) break
    path.unshift(group.name)
    next = group.parent
  }
  return path.length > 0 ? path : undefined
}
