import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useWords } from '../../language/use-words.ts'
import styles from './compare.module.css'
import { comparedMax, setCompared, useCompared } from './compared.ts'

/** What is chosen for a comparison, and the way to it. */
export function CompareBar() {
  const { t } = useWords()
  const compared = useCompared()
  if (compared.length === 0) return null
  return (
    <div className={styles.bar}>
      <p role="status">{t('compare.chosen', { count: compared.length, most: comparedMax })}</p>
      {compared.length > 1 && (
        <Link to="/compare" search={{ id: compared }}>
          {t('compare.title')}
        </Link>
      )}
      <Button variant="default" size="compact-sm" onClick={() => setCompared([])}>
        {t('compare.clear')}
      </Button>
    </div>
  )
}
