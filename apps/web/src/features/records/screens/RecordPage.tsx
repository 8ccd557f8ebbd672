/** A record's own page: header, tabs, and below them a card group, all fields or the history. */
import { Button } from '@mantine/core'
import type { ShownCard, ShownGroup } from '@muster/contract/cards/cards.schema'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import {
  Navigate,
  Outlet,
  useLocation,
  useMatch,
  useNavigate,
  useParams,
  useRouter,
  useSearch,
} from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Gradually } from '../../../ui/Gradually.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageContext, PageHeader } from '../../../ui/PageHeader.tsx'
import { SaveState } from '../../../ui/SaveState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { BookmarkButton } from '../../bookmarks/public.ts'
import { useSurvivor } from '../../duplicates/public.ts'
import { PeopleHere, useHere } from '../../live/public.ts'
import { useUndoKeys } from '../../operations/public.ts'
import { PersonalData, useIsPerson } from '../../personalData/public.ts'
import { useCan, useTeamId } from '../../teams/public.ts'
import { useRecordWizards, wizardItems } from '../../wizards/runner/public.ts'
import { RecordFields } from '../components/RecordFields.tsx'
import { RecordHistory } from '../components/RecordHistory.tsx'
import { RecordMeta } from '../components/RecordMeta.tsx'
import { taskItem } from '../components/task-item.ts'
import { useDelete } from '../components/use-delete.ts'
import { noteChanged, recordEdits, useEdits } from '../data/record-writes.ts'
import { groupName } from '../page/card-texts.ts'
import { GroupCards, LinkBacks } from '../page/GroupCards.tsx'
import { useList } from '../page/use-list.ts'
import { useRecordPage } from '../page/use-record-page.ts'
import classes from './RecordPage.module.css'

interface Shown {
  teamId: number
  record: RecordDetail
  collection: DataCollection | undefined
  fields: readonly DataField[]
  groups: readonly ShownGroup[]
  /** Cards below all fields. */
  linkBacks: readonly ShownCard[]
  isReadOnly: boolean
  /** Keeps the list that the record was opened from in the addresses of tabs. */
  suffix: string
}

const RecordContext = createContext<Shown | null>(null)

export function RecordPage() {
  // Loads the texts of all its parts: one that loaded its own later would suspend the whole screen.
  const { t } = useTranslation([
    'records',
    'cards',
    'common',
    'shell',
    'fields',
    'dataTypes',
    'filters',
    'errors',
    'personalData',
  ])
  const teamId = useTeamId()
  const params = useParams({ strict: false }) as Record<string, string | undefined>
  const dataRecordId = Number(params.dataRecordId)
  const groupId = params.dataCardGroupId === undefined ? undefined : Number(params.dataCardGroupId)
  const { routeId } = useMatch({ strict: false })
  // Rendered here: if thrown, it would count as a crash.
  const Missing = useRouter().routesById[routeId].options.notFoundComponent
  const page = useRecordPage(teamId, dataRecordId, groupId)
  const { error, retry, record, collection, fields, groups, linkBacks } = page
  useUndoKeys(teamId)
  useHere(teamId, record?.dataCollectionId, dataRecordId)
  const isGone = error instanceof ApiError && error.status === 404
  const isLeaving = useSurvivor(teamId, dataRecordId, isGone || record?.deletedAt != null)

  if (isLeaving) return <PageSkeleton />
  if (error) {
    if (isGone) return Missing ? <Missing isNotFound data={undefined} routeId={routeId} /> : null
    return (
      <>
        <PageHeader title={t('records:record.title')} glyph="table" />
        <ErrorState error={error} onRetry={retry} />
      </>
    )
  }
  if (!record || !groups) return <PageSkeleton />
  const isReadOnly = !record.canUpdate || record.deletedAt !== null
  return (
    <Gradually fallback={<PageSkeleton />}>
      <Page {...{ teamId, record, collection, fields, groups, linkBacks, isReadOnly }} />
    </Gradually>
  )
}

function Page(shown: Omit<Shown, 'suffix'>) {
  const { teamId, record, collection, fields, groups } = shown
  const { t } = useTranslation(['records', 'cards', 'common', 'personalData', 'shell'])
  const [isPersonalOpen, setPersonalOpen] = useState(false)
  const isPerson = useIsPerson(teamId, record)
  const navigate = useNavigate()
  const can = useCan()
  const { crumbs: trail } = useContext(PageContext)
  const { remove, restore } = useDelete(teamId)
  const isHistory = useIsHistory()
  const edits = useEdits(teamId, record.id).all(record.id)
  const base = `/team-${teamId}/data-records/${record.id}`
  const path = useLocation({ select: ({ pathname }) => pathname })
  const list = useList(teamId, record.id, path.startsWith(base) ? path.slice(base.length) : '')
  const isDeleted = record.deletedAt !== null
  const wizards = useRecordWizards(teamId, record.dataCollectionId)
  const collectionUrl = collection && `/team-${teamId}/data-collections/${collection.id}/records`
  const isAdmin = can('team_admin_data_collections')
  const historySuffix = list.suffix ? `${list.suffix}&tab=history` : '?tab=history'
  const retryAll = () => {
    for (const { field, state } of edits) if (state === 'failed') recordEdits(teamId).retry(record.id, field)
  }
  const leave = async () => {
    const back = list.listUrl ?? collectionUrl
    if (back) await navigate({ to: back as '/' })
  }
  const menu = [
    { label: t('cards:page.print'), glyph: 'draft' as const, action: () => window.print() },
    ...(isDeleted ? [] : [taskItem(t('records:record.makeTask'), teamId, record.id)]),
    ...(isAdmin && collection
      ? [
          {
            label: t('records:record.layout'),
            glyph: 'settings' as const,
            url: `/team-${teamId}/admin/data-collections/${collection.id}/data-card-groups`,
          },
        ]
      : []),
    ...(isPerson
      ? [
          {
            label: t('personalData:open'),
            glyph: 'lock' as const,
            action: () => setPersonalOpen(true),
          },
        ]
      : []),
    ...(isDeleted ? [] : wizardItems(teamId, wizards, record.id)),
    ...(isDeleted || !record.canDelete
      ? []
      : [
          {
            label: t('common:delete'),
            glyph: 'trash' as const,
            isSeparated: true,
            action: async () => (await remove(record)) && leave(),
          },
        ]),
  ]
  return (
    <RecordContext value={{ ...shown, suffix: list.suffix }}>
      <PageHeader
        title={record.name || t('records:record.unnamed')}
        icon={collection?.icon}
        picture={record.avatar}
        crumbs={[
          ...trail,
          { label: t('shell:nav.dataCollections'), url: `/team-${teamId}/data-collections` },
          ...(collection && collectionUrl
            ? [{ label: collection.pluralName, url: list.listUrl ?? collectionUrl }]
            : []),
        ]}
        aside={
          <>
            <PeopleHere teamId={teamId} dataCollectionId={record.dataCollectionId} dataRecordId={record.id} />
            {!isDeleted && <BookmarkButton teamId={teamId} recordId={record.id} />}
            {edits.length > 0 && (
              <SaveState
                state={edits.some((edit) => edit.state === 'failed') ? 'failed' : 'saving'}
                onRetry={retryAll}
              />
            )}
          </>
        }
        action={
          list.isFromList ? (
            <span className={classes.neighbours}>
              <IconButton
                glyph="chevronUp"
                label={t('records:record.previous')}
                aria-keyshortcuts="Control+Shift+, Meta+Shift+,"
                disabled={list.previous === null}
                onClick={() => list.go(list.previous)}
              />
              <IconButton
                glyph="chevronDown"
                label={t('records:record.next')}
                aria-keyshortcuts="Control+Shift+. Meta+Shift+."
                disabled={list.next === null}
                onClick={() => list.go(list.next)}
              />
            </span>
          ) : undefined
        }
        menuItems={menu}
        tabs={[
          ...groups.map((group) => ({
            label: groupName(group, currentLanguage()),
            icon: group.icon,
            url: `${base}/tab-${group.id}${list.suffix}`,
            isActive: path === `${base}/tab-${group.id}`,
          })),
          {
            label: t('records:record.allFields'),
            url: `${base}/all-fields${list.suffix}`,
            isActive: path === `${base}/all-fields` && !isHistory,
          },
          {
            label: t('records:record.history'),
            url: `${base}/all-fields${historySuffix}`,
            isActive: isHistory,
          },
        ]}
      />
      {isDeleted && (
        <div className={classes.notice}>
          {t('records:trash.one')}
          {record.canDelete && (
            <Button size="xs" variant="default" onClick={() => void restore(record)}>
              {t('common:restore')}
            </Button>
          )}
        </div>
      )}
      <Outlet />
      {isPerson && (
        <PersonalData
          {...{ teamId, record, fields }}
          isOpen={isPersonalOpen}
          onOpen={() => setPersonalOpen(true)}
          onClose={() => setPersonalOpen(false)}
          onErased={async () => {
            await leave()
            noteChanged(teamId)
          }}
        />
      )}
    </RecordContext>
  )
}

const useIsHistory = () => (useSearch({ strict: false }) as Record<string, unknown>).tab === 'history'

function useShown(): Shown {
  const shown = useContext(RecordContext)
  if (!shown) throw new Error('Outside a record page')
  return shown
}

/** …/data-records/{id}: the first card group, or all fields where there is none. */
export function RecordHome() {
  const { teamId, record, groups, suffix } = useShown()
  const [first] = groups
  const tab = first ? `tab-${first.id}` : 'all-fields'
  return <Navigate to={`/team-${teamId}/data-records/${record.id}/${tab}${suffix}` as '/'} replace />
}

function Body({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  const { teamId, record } = useShown()
  return (
    <PageBody isWide={isWide}>
      <Gradually>
        {children}
        <RecordMeta teamId={teamId} record={record} isReadOnly={record.deletedAt !== null} />
      </Gradually>
    </PageBody>
  )
}

export function RecordAllFields() {
  const { teamId, record, fields, linkBacks, isReadOnly } = useShown()
  if (useIsHistory()) {
    return (
      <PageBody>
        <RecordHistory teamId={teamId} record={record} fields={fields} isReadOnly={isReadOnly} />
      </PageBody>
    )
  }
  return (
    <Body isWide={false}>
      <RecordFields
        key={record.id}
        teamId={teamId}
        record={record}
        fields={fields}
        isReadOnly={isReadOnly}
        variant="page"
      />
      <LinkBacks cards={linkBacks} {...{ teamId, record, fields, isReadOnly }} />
    </Body>
  )
}

/** …/tab-{dataCardGroupId}: the cards of a group; one that does not apply to the record redirects to its first. */
export function RecordTab() {
  const { teamId, record, fields, groups, isReadOnly } = useShown()
  const groupId = Number(useParams({ strict: false, select: (params) => params.dataCardGroupId }))
  const group = groups.find(({ id }) => id === groupId)
  if (!group) return <RecordHome />
  return (
    <Body isWide>
      <GroupCards {...{ teamId, record, group, fields, isReadOnly }} />
    </Body>
  )
}
