import type { Actor } from '#kernel/actor'
import type { Locale } from '#kernel/locale'
import { recordAudit } from '#platform/audit'
import { afterCommit } from '#platform/db'
import type { MemberDeps } from './deps.ts'
import { setLocale } from './member-store.ts'

/** Null removes the language. */
export type OwnSettings = { readonly locale: Locale | null }

/** Returns the person with the new settings. Cached credentials carry the language, so they are dropped. */
export async function changeOwnSettings(
  deps: MemberDeps,
  actor: Actor,
  { locale }: OwnSettings,
): Promise<Actor> {
  const { companyId, id } = actor
  await deps.database.transaction(async (tx) => {
    await setLocale(tx, id, locale)
    recordAudit(tx, {
      companyId,
      actor,
      action: 'identity.settings_changed',
      target: { type: 'person', id },
      outcome: 'done',
      details: { locale: locale ?? 'none' },
      now: deps.now(),
    })
    afterCommit(tx, deps.forget)
  })
  const { locale: _before, ...rest } = actor
  return locale === null ? rest : { ...rest, locale }
}
