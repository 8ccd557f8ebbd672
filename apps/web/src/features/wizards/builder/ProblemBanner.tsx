/** "2 problems keep your changes from going live", with links to their places. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './builder.module.css'
import { placeOfProblem, urlOfProblem, useProblemText } from './problems.ts'
import { useWizardPage } from './wizard-context.ts'

export function ProblemBanner() {
  const { t } = useTranslation('wizards')
  const format = useFormat()
  const problemText = useProblemText()
  const { wizard, base } = useWizardPage()
  const { problems } = wizard
  if (problems.length === 0) return null
  const text = wizard.liveVersion === null ? 'banner.neverLive' : 'banner.notLive'
  return (
    <details className={classes.banner}>
      <summary>
        <Glyph name="warning" size={14} />
        {t(text, { count: problems.length, number: format.number(problems.length) })}
        <Glyph name="chevronDown" size={14} />
      </summary>
      <ul>
        {problems.map((problem, at) => (
          // Two problems of one setting may be alike in everything but their order.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <AppLink href={urlOfProblem(problem, base)}>
              {placeOfProblem(problem, wizard) ?? t('banner.wizard')}
            </AppLink>{' '}
            {problemText(problem)}
          </li>
        ))}
      </ul>
    </details>
  )
}
