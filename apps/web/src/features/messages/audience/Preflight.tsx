/** How many people would get the message now, why others would not, and whether somebody is among them. */
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ExclusionReason, exclusionReasons } from '@muster/contract/messages/messages.machine'
import type { Preflight as PreflightResult } from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { useMessagePage } from '../flow/message-context.ts'
import classes from './audience.module.css'
import { PreflightDrawer, type Shown } from './PreflightDrawer.tsx'
import { PreflightRows } from './PreflightRows.tsx'

const searchDelayMs = 300

export function Preflight({ isSaving }: { isSaving: boolean }) {
  const { t } = useTranslation('messages')
  const { teamId, message } = useMessagePage()
  const [shown, setShown] = useState<Shown | null>(null)
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search.trim(), searchDelayMs)
  const params = { teamId, outgoingMessageId: message.id }
  const { data, error, refetch, isFetching } = useApi(
    api.messages.preflight,
    { params },
    { placeholderData: keepPreviousData },
  )
  return (
    <section
      className={classes.preflight}
      aria-label={t('preflight.title')}
      aria-busy={isFetching || isSaving}
    >
      {error && !data ? (
        <ErrorState error={error} title={t('preflight.failed')} onRetry={refetch} />
      ) : data ? (
        <Result result={data} isOld={isFetching || isSaving} onShow={setShown} />
      ) : (
        <FormSkeleton rowCount={2} />
      )}
      <div className={shared.stack8}>
        <TextInput
          type="search"
          label={t('preflight.search')}
          leftSection={<Glyph name="search" size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {settled !== '' && <PreflightRows query={{ search: settled, limit: 10 }} />}
      </div>
      {shown && <PreflightDrawer shown={shown} onClose={() => setShown(null)} />}
    </section>
  )
}

function Result({
  result,
  isOld,
  onShow,
}: {
  result: PreflightResult
  isOld: boolean
  onShow(shown: Shown): void
}) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const reasons = exclusionReasons.filter((reason) => (result.excluded[reason] ?? 0) > 0)
  const languages = Object.entries(result.byLanguage) as [Language, number][]
  const line = (key: string, label: string, count: number, open?: () => void) => (
    <li key={key}>
      {open ? (
        <button type="button" className={shared.link} onClick={open}>
          {label}
        </button>
      ) : (
        <span>{label}</span>
      )}
      <span>{format.number(count)}</span>
    </li>
  )
  const openReason = (reason: ExclusionReason) => () => onShow({ reason })
  return (
    <div className={shared.stack12} data-old={isOld || undefined}>
      <p className={classes.total} role="status">
        <strong>{format.number(result.recipientCount)}</strong>{' '}
        {t('preflight.recipients', { count: result.recipientCount })}
      </p>
      {result.recipientCount > 0 && (
        <ul className={classes.counts}>
          {languages.length > 1 &&
            languages.map(([language, count]) =>
              line(
                language,
                t('preflight.inLanguage', { language: languageName(language, currentLanguage()) }),
                count,
              ),
            )}
          {line('all', t('preflight.showAll'), result.recipientCount, () => onShow({ isIn: true }))}
        </ul>
      )}
      {reasons.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('preflight.out')}</h3>
          <ul className={classes.counts}>
            {reasons.map((reason) =>
              line(reason, t(`reason.${reason}`), result.excluded[reason] ?? 0, openReason(reason)),
            )}
          </ul>
        </>
      )}
      {result.missingValues.length > 0 && (
        <>
          <h3 className={classes.heading}>{t('preflight.missing')}</h3>
          <ul className={classes.counts}>
            {result.missingValues.map(({ expression, count }) => line(expression, expression, count))}
          </ul>
        </>
      )}
      {result.segments !== null && (
        <p className={shared.note}>
          {t('preflight.segments', { count: result.segments, number: format.number(result.segments) })}
        </p>
      )}
    </div>
  )
}
