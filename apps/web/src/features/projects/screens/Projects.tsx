/** /team-{id}/projects: tasks on a board or in a list, and the projects that they belong to. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { WorkBody, WorkPage } from '../../../ui/WorkPage.tsx'
import { useUndoKeys } from '../../operations/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { TaskBoard } from '../board/TaskBoard.tsx'
import { Drawers } from '../components/Drawers.tsx'
import { Tools } from '../components/Tools.tsx'
import { useProjects } from '../data/use-projects.ts'
import { TaskList } from '../list/TaskList.tsx'
import { ProjectsOverview } from '../overview/ProjectsOverview.tsx'
import { useProjectsView, views, writeView } from '../url-state.ts'

export function Projects() {
  const { t } = useTranslation([
    'projects',
    'kanban',
    'shell',
    'records',
    'fields',
    'dataTypes',
    'common',
    'errors',
    'bookmarks',
    'live',
  ])
  const teamId = useTeamId()
  const { view, show } = useProjectsView()
  const { place, error, retry, isHidden } = useProjects(teamId)
  useUndoKeys(teamId)
  const isOverview = view.view === 'overview'
  const urlOf = (one: (typeof views)[number]) => {
    const params = writeView({ ...view, view: one, recordId: null, creates: null, about: null })
    const text = new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)]))
    return `/team-${teamId}/projects${text.size > 0 ? `?${text}` : ''}`
  }
  const canCreate = isOverview ? place?.projects.canCreate : place?.tasks.canCreate
  return (
    <WorkPage hasDrawer={view.recordId !== null || view.creates !== null}>
      <PageHeader
        title={t('shell:nav.projects')}
        glyph="board"
        action={
          canCreate && (
            <Button
              leftSection={<Glyph name="plus" />}
              onClick={() => show({ creates: isOverview ? 'project' : 'task', recordId: null })}
            >
              {isOverview ? t('overview.create') : t('add.task')}
            </Button>
          )
        }
        menuItems={
          place
            ? [
                {
                  label: t('menu.statuses'),
                  glyph: 'list',
                  url: `/team-${teamId}/custom-lists/${place.ids.taskStatusListId}/list-items`,
                },
                {
                  label: t('menu.priorities'),
                  glyph: 'list',
                  url: `/team-${teamId}/custom-lists/${place.ids.taskPriorityListId}/list-items`,
                },
                {
                  label: t('menu.projectStatuses'),
                  glyph: 'list',
                  url: `/team-${teamId}/custom-lists/${place.ids.projectStatusListId}/list-items`,
                },
                {
                  label: t('menu.doneStatuses'),
                  glyph: 'check',
                  url: `/team-${teamId}/data-collections/${place.ids.taskStatusListId}/records`,
                },
              ]
            : []
        }
        tabs={views.map((one) => ({ label: t(`view.${one}`), url: urlOf(one), isActive: view.view === one }))}
      />
      {error ? (
        <ErrorState error={error} title={t('failed')} onRetry={retry} />
      ) : isHidden ? (
        <EmptyState glyph="lock" title={t('noRight')} text={t('noRightText')} />
      ) : !place ? (
        <TableSkeleton />
      ) : (
        <>
          <WorkBody>
            <Tools place={place} view={view} onShow={show} />
            {view.view === 'board' ? (
              <TaskBoard
                teamId={teamId}
                place={place}
                view={view}
                onOpen={(recordId) => show({ recordId })}
              />
            ) : view.view === 'list' ? (
              <TaskList teamId={teamId} place={place} view={view} onOpen={(recordId) => show({ recordId })} />
            ) : (
              <ProjectsOverview teamId={teamId} place={place} view={view} onShow={show} />
            )}
          </WorkBody>
          <Drawers teamId={teamId} place={place} view={view} onShow={show} />
        </>
      )}
    </WorkPage>
  )
}
