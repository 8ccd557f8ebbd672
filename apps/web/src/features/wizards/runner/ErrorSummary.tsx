/** What must be put right, above the question; each line leads to its field. */
import { type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import type { AskProblem } from './asks/definition.ts'
import classes from './Runner.module.css'

const focusable =
  'input:not([type=hidden]):not([disabled]), textarea, select, button:not([disabled]), [contenteditable=true], [tabindex]'

/** Focuses the input of a problem, or the list or form around it. */
function focusOn(box: HTMLElement | null, target: string): void {
  const place = box?.querySelector(target)
  const input =
    place?.querySelector<HTMLElement>('[aria-invalid=true]') ?? place?.querySelector<HTMLElement>(focusable)
  input?.focus()
}

export function ErrorSummary({
  problems,
  box,
}: {
  problems: readonly AskProblem[]
  /** The question. */
  box: RefObject<HTMLElement | null>
}) {
  const { t } = useTranslation(['wizardRuns'])
  useEffect(() => {
    const [first] = problems
    if (first) focusOn(box.current, first.target)
  }, [problems, box])
  if (problems.length === 0) return null
  return (
    <section className={classes.summary} aria-label={t('problems.title', { count: problems.length })}>
      <h3 className={classes.summaryTitle}>{t('problems.title', { count: problems.length })}</h3>
      <ul>
        {problems.map(({ label, text, target }) => (
          <li key={`${target} ${text}`}>
            <button type="button" className={styles.link} onClick={() => focusOn(box.current, target)}>
              {label ? t('problems.line', { label, text }) : text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
