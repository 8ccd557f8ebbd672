/** The steps of an import, with the current one. */
import { useTranslation } from 'react-i18next'
import classes from './Import.module.css'

const steps = ['file', 'columns', 'check', 'run'] as const
export type Step = (typeof steps)[number]

export function Steps({ step }: { step: Step }) {
  const { t } = useTranslation('imports')
  const at = steps.indexOf(step)
  return (
    <ol className={classes.steps} aria-label={t('steps.label')}>
      {steps.map((name, n) => (
        <li key={name} data-done={n < at || undefined} aria-current={n === at ? 'step' : undefined}>
          <span aria-hidden>{n + 1}</span> {t(`steps.${name}`)}
        </li>
      ))}
    </ol>
  )
}
