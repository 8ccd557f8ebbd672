/** Where a run stands: the steps at the side, on phones a line with a bar. */
import type { RunScreen } from '@muster/contract/wizards/runs.schema'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import hidden from '../../../ui/hidden.module.css'
import { Icon } from '../../../ui/Icon.tsx'
import classes from './Runner.module.css'

export function StepMenu({ steps }: { steps: RunScreen['steps'] }) {
  const { t } = useTranslation(['wizardRuns'])
  return (
    <nav aria-label={t('steps.label')} className={classes.steps}>
      <ol className={classes.stepList}>
        {steps.map((step) => (
          <li
            key={step.id}
            className={classes.step}
            data-state={step.state}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className={classes.stepSign}>
              {step.state === 'done' ? <Glyph name="check" size={14} /> : <Icon name={step.icon} />}
            </span>
            <span>
              {step.title}
              <span className={hidden.hidden}> ({t(`steps.${step.state}`)})</span>
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** @param page of a question that is shown in pages */
export function StepLine({ steps, page }: { steps: RunScreen['steps']; page: { page: number; of: number } }) {
  const { t } = useTranslation(['wizardRuns'])
  const at = steps.findIndex(({ state }) => state === 'current')
  const place = at < 0 ? steps.length : at
  const part = page.of > 1 ? page.page / page.of : 0
  const share = steps.length === 0 ? 1 : (place + part) / steps.length
  return (
    <div className={classes.stepLine}>
      <p className={classes.stepText}>
        <span>{t('steps.place', { step: Math.min(place + 1, steps.length), count: steps.length })}</span>
        {page.of > 1 && <span>{t('steps.question', { question: page.page + 1, count: page.of })}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={t('steps.progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        className={classes.bar}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  )
}
