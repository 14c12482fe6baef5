import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { LoadCatalogue } from './language/catalogue.ts'
import { chosenLanguage } from './language/chosen-language.ts'
import { LanguageProvider, loadWords } from './language/language-provider.tsx'
import { storedColorScheme, styleNonce, theme } from './theme.ts'

type App = {
  readonly router: AnyRouter
  readonly load: LoadCatalogue
  /** How long what was read counts as fresh. Default: not at all. */
  readonly staleTime?: number
}

/** Shows an app in its page: the pages of operators, or those of companies. */
export async function startApp({ router, load, staleTime = 0 }: App): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no root element')
  const queries = new QueryClient({
    // A failed request is repeated by the next poll or by the person; an immediate retry would only add load. `always`: a browser
    // that believes it is offline would otherwise wait in silence.
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: true, networkMode: 'always', staleTime },
      mutations: { networkMode: 'always' },
    },
  })
  const words = await loadWords(chosenLanguage(), load)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={storedColorScheme}
        getStyleNonce={styleNonce}
      >
        <QueryClientProvider client={queries}>
          <LanguageProvider first={words} load={load}>
            <RouterProvider router={router} />
          </LanguageProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
