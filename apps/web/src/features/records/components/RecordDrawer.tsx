/** A record beside the grid: the tabs of its page, its history, previous and next. */
import { SegmentedControl } from '@mantine/core'
import type { ShownCard, ShownGroup } from '@muster/contract/cards/cards.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { Drawer } from '../../../ui/Drawer.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { toast } from '../../../ui/toasts.ts'
import { BookmarkButton } from '../../bookmarks/public.ts'
import { groupName } from '../page/card-texts.ts'
import { GroupCards, LinkBacks } from '../page/GroupCards.tsx'
import { useRecordPage } from '../page/use-record-page.ts'
import classes from './RecordDrawer.module.css'
import { RecordFields } from './RecordFields.tsx'
import { RecordHistory } from './RecordHistory.tsx'
import { RecordMeta } from './RecordMeta.tsx'
import { taskItem } from './task-item.ts'
import { useDelete } from './use-delete.ts'

export interface RecordDrawerProps {
  teamId: number
  recordId: number
  isTrash: boolean
  /** Columns that are not shown here. */
  hiddenColumns?: readonly string[]
  /** Ids of its neighbours in the list, where they are known. */
  previous: number | null
  next: number | null
  onOpen(recordId: number): void
  onExpand(recordId: number): void
  onClose(): void
}

export function RecordDrawer(props: RecordDrawerProps) {
  const { teamId, recordId, previous, next, onOpen, onClose } = props
  const { t } = useTranslation(['records', 'cards', 'common'])
  const page = useRecordPage(teamId, recordId, undefined)
  const { error, retry, record, fields: all, groups, linkBacks } = page
  const [tab, setTab] = useTab(record?.dataCollectionId, groups)
  const fields = props.hiddenColumns
    ? all.filter(({ columnName }) => !props.hiddenColumns?.includes(columnName))
    : all
  const { remove, restore } = useDelete(teamId)
  const isDeleted = record?.deletedAt != null || props.isTrash
  const copyLink = () => {
    const address = `${window.location.origin}/team-${teamId}/data-records/${recordId}`
    navigator.clipboard?.writeText(address).then(
      () => toast.success(t('common:copied')),
      () => toast.info(address),
    )
  }
  const menu = [
    { label: t('records:record.copyLink'), glyph: 'link' as const, action: copyLink },
    ...(isDeleted ? [] : [taskItem(t('records:record.makeTask'), teamId, recordId)]),
    ...(record && isDeleted && record.canDelete
      ? [
          {
            label: t('common:restore'),
            glyph: 'undo' as const,
            action: async () => (await restore(record)) && onClose(),
          },
        ]
      : []),
    ...(record?.canDelete && !isDeleted
      ? [
          {
            label: t('common:delete'),
            glyph: 'trash' as const,
            isSeparated: true,
            action: async () => (await remove(record)) && onClose(),
          },
        ]
      : []),
  ]
  return (
    <Drawer
      title={record?.name || t('records:record.unnamed')}
      onClose={onClose}
      tools={
        <>
          <IconButton
            glyph="chevronUp"
            label={t('records:record.previous')}
            disabled={previous === null}
            onClick={() => previous !== null && onOpen(previous)}
          />
          <IconButton
            glyph="chevronDown"
            label={t('records:record.next')}
            disabled={next === null}
            onClick={() => next !== null && onOpen(next)}
          />
          {!isDeleted && <BookmarkButton teamId={teamId} recordId={recordId} />}
          <IconButton
            glyph="fullscreen"
            label={t('records:record.expand')}
            onClick={() => props.onExpand(recordId)}
          />
          <ActionMenu items={menu} />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : !record || !groups ? (
        <FormSkeleton rowCount={8} />
      ) : (
        <>
          <Tabs groups={groups} value={tab} onChange={setTab} />
          <DrawerTab
            tab={tab}
            groups={groups}
            linkBacks={linkBacks}
            teamId={teamId}
            record={record}
            fields={fields}
            isReadOnly={!record.canUpdate || isDeleted}
          />
          {tab !== historyTab && <RecordMeta teamId={teamId} record={record} isReadOnly={isDeleted} />}
        </>
      )}
    </Drawer>
  )
}

const fieldsTab = 'fields'
const historyTab = 'history'
const tabOf = ({ id }: ShownGroup) => `tab-${id}`

/** The last tab by collection, so that the next record opens on the same one. */
const lastTabs = new Map<number, string>()

/** The first card group, as on the record's page, until another tab is chosen. */
function useTab(
  dataCollectionId: number | undefined,
  groups: readonly ShownGroup[] | undefined,
): [string, (tab: string) => void] {
  const [, setChosen] = useState('')
  const tabs = [...(groups ?? []).map(tabOf), fieldsTab, historyTab]
  const last = dataCollectionId === undefined ? undefined : lastTabs.get(dataCollectionId)
  const tab = last !== undefined && tabs.includes(last) ? last : (tabs[0] ?? fieldsTab)
  const choose = (next: string) => {
    if (dataCollectionId !== undefined) lastTabs.set(dataCollectionId, next)
    setChosen(next)
  }
  return [tab, choose]
}

function Tabs({
  groups,
  value,
  onChange,
}: {
  groups: readonly ShownGroup[]
  value: string
  onChange(tab: string): void
}) {
  const { t } = useTranslation(['records'])
  return (
    <div className={classes.tabs}>
      <SegmentedControl
        size="xs"
        aria-label={t('records:record.show')}
        data={[
          ...groups.map((group) => ({ value: tabOf(group), label: groupName(group, currentLanguage()) })),
          { value: fieldsTab, label: t('records:record.allFields') },
          { value: historyTab, label: t('records:record.history') },
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}

interface DrawerTabProps {
  tab: string
  groups: readonly ShownGroup[]
  linkBacks: readonly ShownCard[]
  teamId: number
  record: RecordDetail
  fields: readonly DataField[]
  isReadOnly: boolean
}

function DrawerTab({ tab, groups, linkBacks, ...shown }: DrawerTabProps) {
  const group = groups.find((one) => tabOf(one) === tab)
  if (group) return <GroupCards group={group} {...shown} />
  if (tab === historyTab) return <RecordHistory {...shown} />
  return (
    <>
      <RecordFields key={shown.record.id} {...shown} variant="drawer" />
      <LinkBacks cards={linkBacks} {...shown} />
    </>
  )
}
