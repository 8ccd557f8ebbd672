/** The range of records shown, with previous and next. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../lib/use-format.ts'
import { IconButton } from '../../../../ui/IconButton.tsx'
import classes from './parts.module.css'
import type { Pages } from './use-pages.ts'

export function Pager({ pages, count }: { pages: Pages; count: number }) {
  const { t } = useTranslation('views')
  const format = useFormat()
  const { from, total, totalIsExact, next, previous } = pages
  const to = from + count - 1
  if (!next && !previous && !pages.isTurning && total === null) return null
  const range = { from: format.number(from), to: format.number(to) }
  const form = from === to ? 'one' : 'range'
  return (
    <div className={classes.pager}>
      <span aria-live="polite">
        {total === null
          ? t(`pager.${form}`, range)
          : t(totalIsExact ? `pager.${form}Of` : `pager.${form}OfAbout`, {
              ...range,
              total: format.number(total),
            })}
      </span>
      {(next || previous || pages.isTurning) && (
        <>
          <IconButton
            glyph="chevronLeft"
            label={t('pager.previous')}
            disabled={!previous}
            onClick={previous ?? undefined}
          />
          <IconButton
            glyph="chevronRight"
            label={t('pager.next')}
            disabled={!next}
            onClick={next ?? undefined}
          />
        </>
      )}
    </div>
  )
}
