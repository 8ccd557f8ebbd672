/** …/data-wizards/{id}/steps: a column per step with its tasks. */
import { Button } from '@mantine/core'
import type { WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import { useWizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import { StepDrawer } from './StepDrawer.tsx'
import { StepsBoard } from './StepsBoard.tsx'
import { TaskGallery } from './TaskGallery.tsx'

export function WizardSteps() {
  const { t } = useTranslation('wizards')
  const { teamId, wizard } = useWizardPage()
  const admin = useWizardsAdmin(teamId)
  const [editing, setEditing] = useState<WizardStep | 'new' | null>(null)
  const [addingTo, setAddingTo] = useState<WizardStep | null>(null)
  const newStep = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setEditing('new')}>
      {t('steps.new')}
    </Button>
  )
  return (
    <>
      {wizard.steps.length === 0 ? (
        <PageBody>
          <EmptyState glyph="board" title={t('steps.none')} text={t('steps.noneText')} action={newStep} />
        </PageBody>
      ) : (
        <StepsBoard
          admin={admin}
          onEditStep={setEditing}
          onAddTask={setAddingTo}
          onNewStep={() => setEditing('new')}
        />
      )}
      {editing && (
        <StepDrawer
          admin={admin}
          step={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {addingTo && <TaskGallery admin={admin} step={addingTo} onClose={() => setAddingTo(null)} />}
    </>
  )
}
