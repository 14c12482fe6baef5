import { Button } from '@mantine/core'
import { LanguageSwitch } from '../../language/language-switch.tsx'
import { useWords } from '../../language/use-words.ts'
import control from '../../shell/control.module.css'
import { ThemeSwitch } from '../../shell/theme-switch.tsx'
import { type Me, signOut } from '../api.ts'
import { CompanyChoice } from './company-choice.tsx'
import styles from './person-menu.module.css'

/** What belongs to the person and not to a page: the company, the own work, colours, language, the sign-out. */
export function PersonMenu({ me }: { readonly me: Me }) {
  const { t } = useWords()
  return (
    <>
      {/* The browser opens it, closes it by Escape or a press beside it, and gives the focus back. */}
      <button
        type="button"
        className={`${control.control} ${styles.opener}`}
        popoverTarget="person-menu"
      >
        {me.person.name}
      </button>
      <div id="person-menu" popover="auto" className={styles.menu}>
        <CompanyChoice me={me} />
        {/* Written by the server, so that links of mails open without a script. */}
        <a href="/account">{t('frame.account')}</a>
        <ThemeSwitch />
        <LanguageSwitch />
        <Button variant="default" size="compact-md" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </div>
    </>
  )
}
