import type { Actor } from '#kernel/actor'
import { newId } from '#kernel/id'
import { recordAudit } from '#platform/audit'
import type { Database, Tx } from '#platform/db'
import { ringAfterCommit } from '#platform/wake'
import { fail } from '../failures.ts'
import { circleOf, cleanSynonyms, type Synonym, type SynonymGroup, synonymsMax } from './synonym.ts'
import {
  deleteSynonymRow,
  findSynonym,
  insertSynonym,
  listSynonyms,
  lockSynonyms,
  updateSynonym,
} from './synonym-store.ts'
import { synonymsTopic } from './synonyms.ts'

type Deps = { readonly database: Database; readonly now: () => Date }

/** Searches use the group within seconds. Throws `catalog.synonyms_invalid`, `_circular` and `_too_many`. */
export async function addSynonyms(
  { database, now }: Deps,
  actor: Actor,
  given: SynonymGroup,
): Promise<Synonym> {
  const at = now()
  const group = cleanSynonyms(given)
  const synonym: Synonym = { ...group, id: newId('syn', at), createdAt: at, updatedAt: at }
  return database.transaction(async (tx) => {
    await lockSynonyms(tx)
    const others = await listSynonyms(tx, synonymsMax)
    if (others.length >= synonymsMax) throw fail('synonyms_too_many', { limit: synonymsMax })
    assertNotCircular(group, others)
    await insertSynonym(tx, synonym)
    auditSynonyms(tx, actor, 'added', synonym, at)
    return synonym
  })
}

/** Absent fields do not change. Throws like `addSynonyms`, and `catalog.synonyms_not_found`. */
export async function changeSynonyms(
  { database, now }: Deps,
  actor: Actor,
  id: string,
  changes: { readonly [Field in keyof SynonymGroup]?: SynonymGroup[Field] | undefined },
): Promise<Synonym> {
  const at = now()
  return database.transaction(async (tx) => {
    await lockSynonyms(tx)
    const before = await findSynonym(tx, id)
    if (!before) throw fail('synonyms_not_found', { synonymsId: id })
    const group = cleanSynonyms({
      language: changes.language ?? before.language,
      words: changes.words ?? before.words,
      alsoFind: changes.alsoFind ?? before.alsoFind,
    })
    const all = await listSynonyms(tx, synonymsMax)
    assertNotCircular(
      group,
      all.filter((other) => other.id !== id),
    )
    await updateSynonym(tx, id, group, at)
    const synonym = { ...before, ...group, updatedAt: at }
    auditSynonyms(tx, actor, 'changed', synonym, at)
    return synonym
  })
}

export async function deleteSynonyms(
  { database, now }: Deps,
  actor: Actor,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const synonym = await findSynonym(tx, id)
    if (!synonym || !(await deleteSynonymRow(tx, id))) {
      throw fail('synonyms_not_found', { synonymsId: id })
    }
    auditSynonyms(tx, actor, 'deleted', synonym, now())
  })
}

function assertNotCircular(group: SynonymGroup, others: readonly SynonymGroup[]): void {
  const word = circleOf(group, others)
  if (word !== undefined) throw fail('synonyms_circular', { word })
}

function auditSynonyms(
  tx: Tx,
  actor: Actor,
  done: 'added' | 'changed' | 'deleted',
  { id, language, words, alsoFind }: Synonym,
  now: Date,
): void {
  recordAudit(tx, {
    companyId: actor.companyId,
    actor,
    action: `catalog.synonyms_${done}`,
    target: { type: 'synonyms', id },
    outcome: 'done',
    details: { language, words: words.length, alsoFind: alsoFind.length },
    now,
  })
  ringAfterCommit(tx, synonymsTopic)
}
