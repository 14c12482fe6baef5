import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { listsOfContract } from './lists-of-contract.ts'

type App = {
  /** The address below which the files of the app are. */
  readonly base: string
  readonly outDir: string
}

export function settingsOf({ base, outDir }: App) {
  return defineConfig({
    base,
    plugins: [listsOfContract(), react()],
    // The server puts a fresh nonce here for each answer, as it puts the reader's language into index.html (server/src/admin/web-files.ts).
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // New enough for light-dark(), which a translation for older browsers would break.
      cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
      // Files only: a picture inside the page would need a hole in its content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: true,
    },
  })
}
