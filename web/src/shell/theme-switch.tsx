import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import type { MessageKey } from '../language/catalogue.ts'
import styles from '../language/language-switch.module.css'
import { useWords } from '../language/use-words.ts'

/** In the order of the choice. The system decides until somebody chooses. */
export const themes = {
  auto: 'shell.theme.auto',
  light: 'shell.theme.light',
  dark: 'shell.theme.dark',
} as const satisfies Readonly<Record<MantineColorScheme, MessageKey>>

/** Chooses between light and dark in this browser. */
export function ThemeSwitch() {
  const { t } = useWords()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <select
      className={styles.switch}
      aria-label={t('shell.theme')}
      value={colorScheme}
      onChange={({ currentTarget: { value } }) => {
        if (isTheme(value)) setColorScheme(value)
      }}
    >
      {Object.entries(themes).map(([theme, key]) => (
        <option key={theme} value={theme}>
          {t(key)}
        </option>
      ))}
    </select>
  )
}

function isTheme(value: string): value is MantineColorScheme {
  return Object.hasOwn(themes, value)
}
