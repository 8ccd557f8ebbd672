/** The list, or why it is empty. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useTotal } from '../components/Count.tsx'
import type { RecordSource } from '../data/record-source.ts'

export function ListBody({
  source,
  collection,
  isNarrowed,
  isTrash,
  onClear,
  onNew,
  children,
}: {
  source: RecordSource
  collection: DataCollection
  isNarrowed: boolean
  isTrash: boolean
  /** Null where the view itself matches nothing. */
  onClear: (() => void) | null
  onNew(): void
  children: ReactNode
}) {
  const { t } = useTranslation(['records', 'views', 'common'])
  const { count, isExact } = useTotal(source)
  const [, setSeen] = useState(0)
  useEffect(() => source.subscribe(({ first }) => first === 0 && setSeen((times) => times + 1)), [source])
  if (source.cache.stateOf(0) === 'failed' && count === null) {
    return (
      <ErrorState
        error={source.cache.errorAt(0)}
        onRetry={() => {
          source.cache.retry(0)
          void source.count()
        }}
      />
    )
  }
  if (count !== 0 || !isExact) return children
  if (isNarrowed) {
    return (
      <EmptyState
        glyph="filter"
        title={t(onClear ? 'records:empty.filtered' : 'views:display.none')}
        action={
          onClear && (
            <Button variant="default" onClick={onClear}>
              {t('records:empty.clear')}
            </Button>
          )
        }
      />
    )
  }
  if (isTrash) return <EmptyState glyph="trash" title={t('records:empty.trash')} />
  return (
    <EmptyState
      glyph="table"
      title={t('records:empty.none')}
      text={collection.isSmartCollection ? t('records:empty.smart') : undefined}
      action={
        collection.canCreate ? (
          <Button leftSection={<Glyph name="plus" />} onClick={onNew}>
            {t('records:create.new')}
          </Button>
        ) : undefined
      }
    />
  )
}
