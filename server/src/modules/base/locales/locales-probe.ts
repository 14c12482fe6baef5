import type { Clock } from '#kernel/time'
import type { Probe } from '#platform/health'
import type { Tallies } from '#platform/tallies'
import { corruptTally, type SupportedLocales } from './supported-locales.ts'

/** Reports the languages that serve, and how often the cached list was corrupt. */
export function localesProbe(
  supported: SupportedLocales,
  { tallies, now }: { readonly tallies: Pick<Tallies, 'read'>; readonly now: Clock },
): Probe {
  return {
    name: 'i18n',
    surfaces: ['ops', 'detailed'],
    headline: 'localeCacheCorruptLastDay',
    read: async () => {
      const { [corruptTally]: corrupt } = await tallies.read([corruptTally])
      const isCorrupt = supported.state() === 'corrupt'
      return {
        metrics: {
          supportedLocales: supported.current().length,
          localeCacheSound: supported.state() === 'sound',
          localeCacheCorruptLastDay: corrupt?.count ?? 0,
        },
        problems: isCorrupt
          ? [
              {
                code: 'i18n.locale.cache-corrupt',
                message: 'The cached list of languages was corrupt. The built-in list serves.',
                since: now().toISOString(),
                action:
                  'Do nothing the first time: the entry was deleted and is written again. If the problem returns, find what else writes to this Redis.',
              },
            ]
          : [],
      }
    },
  }
}
