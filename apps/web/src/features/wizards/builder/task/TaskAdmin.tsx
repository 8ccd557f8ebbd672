/** Header and tabs over the pages of one task, and the draft that they edit together. */
import type { StepTask } from '@muster/contract/wizards/wizards.schema'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../lib/api.ts'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../../ui/PageHeader.tsx'
import { SaveBar } from '../../../../ui/SaveBar.tsx'
import { PageSkeleton } from '../../../../ui/Skeletons.tsx'
import { taskUiOf } from '../../tasks/index.ts'
import { ProblemBanner } from '../ProblemBanner.tsx'
import { BesideTrial } from '../try/BesideTrial.tsx'
import { TryButton } from '../try/TryButton.tsx'
import { useWizard } from '../use-wizard.ts'
import { useWizardsAdmin } from '../use-wizards-admin.ts'
import { type WizardPage, WizardPageContext } from '../wizard-context.ts'
import { TaskDraftContext } from './task-context.ts'
import { useTaskDraft } from './use-task-draft.ts'

export function TaskAdmin() {
  const { t } = useTranslation('wizards')
  const { page, error, refetch } = useWizard()
  const id = Number(useParams({ strict: false, select: (params) => params.stepTaskId }))
  if (error) return <ErrorState error={error} title={t('failed.getWizard')} onRetry={refetch} />
  if (!page) return <PageSkeleton />
  const task = page.wizard.steps.flatMap(({ tasks }) => tasks).find((one) => one.id === id)
  if (!task) return <ErrorState error={new ApiError(404, 'not_found')} title={t('tasks.notFound')} />
  return (
    <WizardPageContext value={page}>
      <BesideTrial>
        <Loaded key={id} page={page} task={task} />
      </BesideTrial>
    </WizardPageContext>
  )
}

function Loaded({ page, task }: { page: WizardPage; task: StepTask }) {
  const { t } = useTranslation('wizards')
  const { teamId, wizard, base } = page
  const navigate = useNavigate()
  const admin = useWizardsAdmin(teamId)
  const own = `${base}/steps/step-task/${task.id}`
  const form = useTaskDraft(page, task, () => void navigate({ to: `${own}/details` }))
  const { icon, fieldsOf } = taskUiOf(task.type)
  const remove = async () => {
    if (!(await admin.removeTask(task))) return
    form.forget()
    void navigate({ to: `${base}/steps` })
  }
  const tabs = [
    { label: t('tab.details'), url: `${own}/details` },
    ...(fieldsOf ? [{ label: t('tab.linkedDataFields'), url: `${own}/linked-data-fields` }] : []),
    { label: t('tab.linkedDataCollections'), url: `${own}/linked-data-collections` },
  ]
  return (
    <TaskDraftContext value={form}>
      <PageHeader
        title={task.title}
        icon={icon}
        description={t(`typeText.${task.type}`)}
        crumbs={[
          { label: t('title'), url: `/team-${teamId}/admin/data-wizards` },
          { label: wizard.name, url: `${base}/details` },
          { label: t('tab.steps'), url: `${base}/steps` },
        ]}
        action={<TryButton />}
        menuItems={[{ label: t('delete.task'), glyph: 'trash', action: () => void remove() }]}
        tabs={tabs}
      />
      <ProblemBanner />
      <Outlet />
      <SaveBar
        isDirty={form.isDirty}
        state={form.state}
        onSave={() => void form.save()}
        onDiscard={form.discard}
      />
    </TaskDraftContext>
  )
}
