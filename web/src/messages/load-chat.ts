import type { CatalogueOf } from '../language/catalogue.ts'
import type { Language } from '../language/languages.ts'
import type { chat } from './en/chat.ts'

/** The messages of chats, in both apps. */
export async function loadChat(
  language: Language,
): Promise<CatalogueOf<{ readonly chat: typeof chat }>> {
  switch (language) {
    case 'de':
      return { chat: (await import('./de/chat.ts')).chat }
    case 'fr':
      return { chat: (await import('./fr/chat.ts')).chat }
    default:
      return { chat: (await import('./en/chat.ts')).chat }
  }
}
