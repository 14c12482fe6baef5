import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../components/empty-state.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useWords } from '../../language/use-words.ts'
import { Ask } from '../fields/ask.tsx'
import { CompanyPart } from '../frame/company-part.tsx'
import parts from '../parts.module.css'
import { RuleFields, ruleIn } from './rule-fields.tsx'
import { RuleInWords } from './rule-in-words.tsx'
import { addRule, changeRule, endRule, listRules, type Rule } from './rules-api.ts'
import { type RuleChoices, useRuleChoices } from './use-rule-choices.ts'

/** Which orders need approval and by whom, in the order in which the rules ask. */
export function RulesPage() {
  const { t } = useWords()
  const choices = useRuleChoices()
  const rules = useQuery({
    queryKey: ['approval-rules'],
    queryFn: ({ signal }) => listRules(signal),
  })
  return (
    <CompanyPart part="approval-rules">
      <p>{t('rulesPage.about')}</p>
      <QueryView query={rules}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState>{t('rulesPage.none')}</EmptyState>
          ) : (
            found.map((rule) => <OneRule key={rule.id} rule={rule} choices={choices} />)
          )
        }
      </QueryView>
      <div>
        <Ask
          ask={t('rulesPage.add')}
          act={t('ourCompany.add')}
          effect={t('rulesPage.effect')}
          run={(form) => addRule(ruleIn(form))}
        >
          <RuleFields choices={choices} />
        </Ask>
      </div>
    </CompanyPart>
  )
}

function OneRule({ rule, choices }: { readonly rule: Rule; readonly choices: RuleChoices }) {
  const { t } = useWords()
  const { id, name } = rule
  return (
    <section className={parts.box} aria-label={name}>
      <RuleInWords rule={rule} choices={choices} />
      <div className={parts.actions}>
        <Ask
          ask={t('ourCompany.change')}
          label={t('ourCompany.changeOf', { name })}
          act={t('ourCompany.save')}
          effect={t('rulesPage.effect')}
          run={(form) => changeRule(rule, ruleIn(form))}
        >
          <RuleFields rule={rule} choices={choices} />
        </Ask>
        <Ask
          ask={t('ourCompany.end')}
          label={t('ourCompany.endOf', { name })}
          act={t('ourCompany.endNow')}
          effect={t('rulesPage.effect')}
          done={t('ourCompany.ended', { name })}
          run={() => endRule(id)}
        />
      </div>
    </section>
  )
}
