/** How many records a filter matches, and some of them. */
import { Button } from '@mantine/core'
import type { QueryResult } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './MembershipPreview.module.css'

export function MembershipPreview({
  teamId,
  result,
  error,
  isBusy,
  hasWrongParts,
  onRetry,
}: {
  teamId: number
  /** The latest answer, possibly to an earlier filter. */
  result: QueryResult | undefined
  error: unknown
  isBusy: boolean
  /** The server refused the filter; the builder shows why. */
  hasWrongParts: boolean
  onRetry(): unknown
}) {
  const { t } = useTranslation(['collections', 'common'])
  const format = useFormat()
  const errorText = useErrorText()
  if (error) {
    return (
      <div className={classes.preview} role="alert">
        <p>{errorText(error)}</p>
        <Button size="compact-xs" variant="default" onClick={() => void onRetry()}>
          {t('common:retry')}
        </Button>
      </div>
    )
  }
  const count = result?.total ?? null
  const number = count === null ? '' : format.number(count)
  const shown = result && !result.totalIsExact ? `≈ ${number}` : number
  return (
    <section
      className={classes.preview}
      aria-label={t('collections:preview.label')}
      data-busy={isBusy || undefined}
    >
      <p className={classes.count} aria-live="polite">
        {hasWrongParts
          ? t('collections:preview.wrong')
          : count === null
            ? t('collections:preview.counting')
            : t('collections:preview.count', { count, number: shown })}
      </p>
      {!hasWrongParts && result && result.items.length > 0 && (
        <ul className={classes.examples} aria-label={t('collections:preview.examples')}>
          {result.items.map(({ id, name }) => (
            <li key={id}>
              <AppLink
                href={`/team-${teamId}/data-records/${id}`}
                target="_blank"
                className={classes.example}
              >
                {name || t('collections:preview.unnamed')}
                <Glyph name="external" size={12} />
              </AppLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
