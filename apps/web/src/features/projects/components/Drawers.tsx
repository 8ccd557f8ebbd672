/** A task or project beside the board, and the form that creates one. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { itemColumns } from '@muster/contract/lists/items'
import { taskColumns } from '@muster/contract/projects/projects.rules'
import { useNavigate } from '@tanstack/react-router'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import type { Linked } from '../../fields/public.ts'
import { CreateDrawer, RecordDrawer } from '../../records/public.ts'
import { startOf } from '../data/tasks.ts'
import { itemName, mostItems, type Place, useItems } from '../data/use-projects.ts'
import type { ProjectsView } from '../url-state.ts'

/** A task's position on the board is not shown. */
const hidden: readonly string[] = [taskColumns.position]

export function Drawers({
  teamId,
  place,
  view,
  onShow,
}: {
  teamId: number
  place: Place
  view: ProjectsView
  onShow(change: Partial<ProjectsView>): void
}) {
  const navigate = useNavigate()
  const close = () => onShow({ recordId: null, creates: null, about: null })
  if (view.creates) return <Create {...{ teamId, place, view, onShow }} onClose={close} />
  if (view.recordId === null) return null
  return (
    <RecordDrawer
      key={view.recordId}
      teamId={teamId}
      recordId={view.recordId}
      isTrash={false}
      hiddenColumns={hidden}
      previous={null}
      next={null}
      onOpen={(recordId) => onShow({ recordId })}
      onExpand={(id) => void navigate({ to: `/team-${teamId}/data-records/${id}` as '/' })}
      onClose={close}
    />
  )
}

function Create({
  teamId,
  place,
  view,
  onShow,
  onClose,
}: {
  teamId: number
  place: Place
  view: ProjectsView
  onShow(change: Partial<ProjectsView>): void
  onClose(): void
}) {
  const isTask = view.creates === 'task'
  const about = useApi(
    api.records.get,
    { params: { teamId, dataRecordId: view.about ?? 0 } },
    { enabled: isTask && view.about !== null },
  )
  const { ids } = place
  const listId = isTask ? ids.taskPriorityListId : ids.projectStatusListId
  const choices = useItems(teamId, listId, itemColumns.rank, mostItems)
  // Names for the initial values: of the record, and of the defaults.
  if (choices.isPending || (isTask && view.about !== null && about.isPending)) return null
  const collection = isTask ? place.tasks : place.projects
  const fields: readonly DataField[] = collection.DataFields.filter(
    ({ columnName }) => !isTask || !hidden.includes(columnName),
  )
  const record = about.data
  const linked: Linked = {
    ...Object.fromEntries(
      (choices.data?.items ?? []).map((item) => [
        item.id,
        {
          name: itemName(item, currentLanguage()),
          avatar: null,
          dataCollectionId: listId,
          color: colorIn(item.values),
        },
      ]),
    ),
    ...Object.fromEntries(
      place.statuses.map(({ id, name, color }) => [
        id,
        { name, avatar: null, dataCollectionId: ids.taskStatusListId, color },
      ]),
    ),
    ...nameOf(record?.id ?? null, record?.name, record?.dataCollectionId ?? 0),
    ...nameOf(view.projectId, place.projectNames.get(view.projectId ?? 0), ids.projectCollectionId),
    ...nameOf(ids.ownMemberId, place.members.get(ids.ownMemberId ?? 0), ids.memberCollectionId),
  }
  const start = isTask
    ? { ...startOf(view, place), ...(record ? { [taskColumns.record]: record.id } : {}) }
    : {}
  return (
    <CreateDrawer
      key={`${view.creates} ${view.about}`}
      teamId={teamId}
      collection={collection}
      fields={fields}
      start={{ values: start, linked }}
      isExpanded
      onCreated={(recordId) => onShow({ creates: null, about: null, recordId })}
      onClose={onClose}
    />
  )
}

const colorIn = (values: Record<string, unknown>): string | null => {
  const color = values[itemColumns.color]
  return typeof color === 'string' ? color : null
}

const nameOf = (id: number | null, name: string | undefined, dataCollectionId: number): Linked =>
  id === null || name === undefined ? {} : { [id]: { name, avatar: null, dataCollectionId } }
