import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '../shell/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { chosenLanguage } from '../language/chosen-language.ts'
import { LanguageProvider, loadWords } from '../language/language-provider.tsx'
import { loadCompany } from '../messages/load-company.ts'
import { storedColorScheme, styleNonce, theme } from '../theme.ts'
import { router } from './router.tsx'

const queries = new QueryClient({
  // `always`: a browser that believes it is offline would otherwise wait in silence.
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no root element')

const words = await loadWords(chosenLanguage(), loadCompany)

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={storedColorScheme}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queries}>
        <LanguageProvider first={words} load={loadCompany}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
