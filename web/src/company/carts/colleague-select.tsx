import { useWords } from '../../language/use-words.ts'
import { useMe } from '../use-me.ts'
import { useNames } from '../use-names.ts'

/** A field with the other people of the company: its value is `memberId`. */
export function ColleagueSelect() {
  const { t } = useWords()
  const { data: me } = useMe()
  const { members } = useNames()
  return (
    <label>
      {t('carts.colleague')}
      <select name="memberId" required defaultValue="">
        <option value="" />
        {members
          .filter(({ id }) => id !== me?.person.id)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </label>
  )
}
