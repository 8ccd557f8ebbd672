/** How many runs reached each step, and how many went on from it. */
import type { WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../lib/use-format.ts'
import { Section } from '../Section.tsx'
import classes from './runs.module.css'

export function DropOff({
  steps,
  reached,
}: {
  steps: readonly WizardStep[]
  reached: readonly { wizardStepId: number; shown: number; answered: number }[]
}) {
  const { t } = useTranslation('wizards')
  const format = useFormat()
  const most = Math.max(0, ...reached.map(({ shown }) => shown))
  if (most === 0) return null
  return (
    <Section title={t('runs.dropOff')}>
      <ol className={classes.dropOff}>
        {steps.map((step) => {
          const { shown = 0, answered = 0 } =
            reached.find(({ wizardStepId }) => wizardStepId === step.id) ?? {}
          const left = Math.max(0, shown - answered)
          return (
            <li key={step.id}>
              <span className={classes.stepTitle}>{step.title}</span>
              <span className={classes.bar} aria-hidden="true">
                <span style={{ width: `${(100 * shown) / most}%` }} data-part="shown" />
                <span style={{ width: `${(100 * answered) / most}%` }} data-part="answered" />
              </span>
              <span className={classes.numbers}>
                {t('runs.reached', { count: shown, number: format.number(shown) })}
                {left > 0 && ` · ${t('runs.left', { count: left, number: format.number(left) })}`}
              </span>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
