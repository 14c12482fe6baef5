import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { listsOfContract } from './lists-of-contract.ts'

export default defineConfig({
  base: '/admin/',
  plugins: [listsOfContract(), react()],
  // The server puts a fresh nonce here for each answer, as it puts the reader's language into index.html (server/src/admin/web-files.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // New enough for light-dark(), which a translation for older browsers would break.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Files only: a picture inside the page would need a hole in its content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
})
