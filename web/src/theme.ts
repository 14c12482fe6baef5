import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core'

const pine: MantineColorsTuple = [
  '#edf7f4',
  '#dcebe6',
  '#b5d6cb',
  '#8bc0ae',
  '#68ae96',
  '#52a287',
  '#3b8a70',
  '#1f6f5c',
  '#1a5f4f',
  '#114e40',
]

export const theme = createTheme({
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 7 },
  defaultRadius: 'md',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  headings: { fontFamily: 'inherit' },
  respectReducedMotion: true,
})

/** The browser keeps the choice between light and dark. Without one, the system decides and nothing is stored. */
export const storedColorScheme = localStorageColorSchemeManager({ key: 'purveyor.theme' })

/** The server writes the nonce into the page, so that the styles of components pass the content security policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
