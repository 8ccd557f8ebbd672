/** Linked records of a card: search, page, link, create and unlink in place. */

import { Button, TextInput } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import {
  type FieldContext,
  fieldsToFill,
  nameColumnOf,
  useCollection,
  useFieldContext,
} from '../../fields/public.ts'
import { cardTexts, fieldsOnCard } from './card-texts.ts'
import classes from './LinkedCard.module.css'
import { LinkPicker } from './LinkPicker.tsx'
import { QuickCreate, type Values } from './QuickCreate.tsx'
import type { RecordCardProps } from './record-card-props.ts'
import { type LinkedList, useLinked } from './use-linked.ts'
import { linkBack, useLinks } from './use-links.ts'

export interface ListingProps {
  teamId: number
  /** Accessible name of the list. */
  label: string
  records: readonly DataRecord[]
  fields: readonly DataField[]
  context: FieldContext
  list: LinkedList | null
  menuOf(record: DataRecord): readonly MenuItem[]
}

type Props = RecordCardProps & { Listing: ComponentType<ListingProps> }

export function LinkedCard(props: Props) {
  const { preview } = props
  return preview ? <Listed {...props} list={null} /> : <Living {...props} />
}

function Living(props: Props) {
  const { teamId, card, record } = props
  return <Listed {...props} list={useLinked(teamId, card.id, record.id)} />
}

function Listed({
  teamId,
  record,
  card,
  isReadOnly,
  preview,
  list,
  Listing,
}: Props & { list: LinkedList | null }) {
  const { t } = useTranslation(['cards', 'common'])
  const listed = useCollection(teamId, card.source?.dataCollectionId ?? null)
  const result = list ? list.result : (preview?.linked ?? undefined)
  const context = useFieldContext(result?.linked)
  const links = useLinks(teamId, card, record.id, listed)
  const chosen = card.cardType === 'table' ? card.fieldsShownAsColumns : card.fieldsShown
  const fields = useMemo(() => fieldsOnCard(chosen, listed?.DataFields), [chosen, listed])
  const { title } = cardTexts(card, currentLanguage())
  const canChange = list !== null && !isReadOnly && card.source?.canUpdate === true
  const menuOf = (one: DataRecord): MenuItem[] => [
    {
      label: t('common:open'),
      glyph: 'arrowRight',
      url: `/team-${teamId}/data-records/${one.id}`,
    },
    ...(canChange
      ? [{ label: t('linked.unlink'), glyph: 'close' as const, action: () => links.unlink(one) }]
      : []),
  ]
  if (list?.error && !result) {
    return <ErrorState error={list.error} title={t('linked.loadFailed')} onRetry={list.retry} />
  }
  if (!result) return <TableSkeleton columns={fields.length + 1} rowCount={3} />
  const isSearched = list !== null && list.search !== ''
  return (
    <div className={classes.body} aria-busy={list?.isBusy || undefined}>
      {list && (
        <Bar
          label={t('linked.search', { card: title })}
          list={list}
          isSearchable={isSearched || (result.total ?? 0) > list.limit}
          listed={listed}
          canChange={canChange}
          isSingle={card.source?.isMulti === false}
          hasOne={result.items.length > 0}
          onAdd={links.add}
          onCreate={listed?.canCreate ? links.create : undefined}
          linkColumn={listed && linkBack(card, listed)?.columnName}
          linkedIds={result.items.map(({ id }) => id)}
        />
      )}
      {result.items.length === 0 ? (
        <p className={classes.none}>{t(isSearched ? 'linked.noMatch' : 'linked.none')}</p>
      ) : (
        <Listing
          teamId={teamId}
          label={title}
          records={result.items}
          fields={fields}
          context={context}
          list={list}
          menuOf={menuOf}
        />
      )}
      {list && <Pager list={list} />}
    </div>
  )
}

const typingMs = 250

function Bar({
  label,
  list,
  isSearchable,
  listed,
  canChange,
  isSingle,
  hasOne,
  onAdd,
  onCreate,
  linkColumn,
  linkedIds,
}: {
  label: string
  list: LinkedList
  isSearchable: boolean
  listed: DataCollection | undefined
  canChange: boolean
  isSingle: boolean
  hasOne: boolean
  onAdd(record: { id: number; name: string }): Promise<boolean>
  onCreate: ((values: Values) => Promise<void>) | undefined
  linkColumn: string | undefined
  linkedIds: readonly number[]
}) {
  const { t } = useTranslation(['cards', 'common'])
  const [isAdding, setAdding] = useState(false)
  const [making, setMaking] = useState<{ name: string; refusal?: unknown } | null>(null)
  const [text, setText] = useState(list.search)
  const button = useRef<HTMLButtonElement>(null)
  const latest = useRef(list)
  latest.current = list
  useEffect(() => {
    if (text.trim() === latest.current.search) return
    const timer = setTimeout(() => latest.current.show({ search: text.trim() }), typingMs)
    return () => clearTimeout(timer)
  }, [text])
  if (!isSearchable && !canChange) return null
  const close = () => {
    setAdding(false)
    setMaking(null)
    requestAnimationFrame(() => button.current?.focus())
  }
  const create = async (name: string) => {
    if (!listed || !onCreate) return
    if (fieldsToFill(listed, linkColumn).length > 0) return setMaking({ name })
    const nameColumn = nameColumnOf(listed)
    try {
      await onCreate(nameColumn ? { [nameColumn]: name } : {})
      if (isSingle) close()
    } catch (refusal) {
      setMaking({ name, refusal })
    }
  }
  if (making && listed && onCreate) {
    return (
      <QuickCreate
        collection={listed}
        linkColumn={linkColumn}
        {...making}
        onCreate={onCreate}
        onClose={close}
      />
    )
  }
  return (
    <div className={classes.bar}>
      {isSearchable && (
        <TextInput
          size="xs"
          className={classes.search}
          aria-label={label}
          placeholder={t('common:search')}
          leftSection={<Glyph name="search" size={14} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {canChange && listed && !isAdding && (
        <Button
          ref={button}
          size="xs"
          variant="default"
          leftSection={<Glyph name="link" size={14} />}
          onClick={() => setAdding(true)}
        >
          {t(isSingle && hasOne ? 'linked.replace' : 'linked.add')}
        </Button>
      )}
      {isAdding && listed && (
        <LinkPicker
          collection={listed}
          linkedIds={linkedIds}
          onPick={async (record) => {
            const isDone = await onAdd(record)
            if (isDone && isSingle) close()
          }}
          onCreate={onCreate && create}
          onClose={close}
        />
      )}
    </div>
  )
}

function Pager({ list }: { list: LinkedList }) {
  const { t } = useTranslation('cards')
  const format = useFormat()
  const { result, page, limit } = list
  const total = result?.total ?? 0
  if (!result || (page === 0 && result.nextCursor === null)) return null
  const from = page * limit + 1
  const range = {
    from: format.number(from),
    to: format.number(from + result.items.length - 1),
    total: format.number(total),
  }
  const isLast = result.nextCursor === null || (result.totalIsExact && from + limit > total)
  return (
    <div className={classes.pager}>
      <IconButton
        glyph="chevronLeft"
        label={t('linked.previousPage')}
        disabled={page === 0}
        onClick={() => list.goTo(page - 1)}
      />
      <span role="status">{t(result.totalIsExact ? 'linked.range' : 'linked.rangeMore', range)}</span>
      <IconButton
        glyph="chevronRight"
        label={t('linked.nextPage')}
        disabled={isLast}
        onClick={() => list.goTo(page + 1)}
      />
    </div>
  )
}
