import { useQuery } from '@tanstack/react-query'
import type { audit } from '../messages/en/audit.ts'
import type { details } from '../messages/en/details.ts'
import type { Language } from './languages.ts'
import { useWords } from './use-words.ts'

/** Names that the service decides, and that few pages show. They are loaded when a page shows them. */
const catalogues = {
  en: {
    audit: async () => (await import('../messages/en/audit.ts')).audit,
    details: async () => (await import('../messages/en/details.ts')).details,
  },
  de: {
    audit: async () => (await import('../messages/de/audit.ts')).audit,
    details: async () => (await import('../messages/de/details.ts')).details,
  },
  fr: {
    audit: async () => (await import('../messages/fr/audit.ts')).audit,
    details: async () => (await import('../messages/fr/details.ts')).details,
  },
} satisfies Record<
  Language,
  {
    audit(): Promise<Readonly<Record<keyof typeof audit, string>>>
    details(): Promise<Readonly<Record<keyof typeof details, string>>>
  }
>

type Area = keyof (typeof catalogues)[Language]

/** The name of a key, such as `audit.orders.order_held`. Undefined: there is none. Before they are loaded every name is empty. */
export function useNames(area: Area): (key: string) => string | undefined {
  const { language } = useWords()
  const { data, isPending } = useQuery<Readonly<Record<string, string>>>({
    queryKey: ['names', area, language],
    queryFn: () => catalogues[language][area](),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (key) => {
    const name = key.slice(area.length + 1)
    if (isPending) return ''
    return data && Object.hasOwn(data, name) ? data[name] : undefined
  }
}
