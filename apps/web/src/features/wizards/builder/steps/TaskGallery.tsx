/** Adds a task: its types by what they are for, each with a sentence. */
import { type TaskType, taskGroups, taskTypes } from '@muster/contract/wizards/tasks/definition'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import type { WizardStep } from '@muster/contract/wizards/wizards.schema'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../lib/api.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { taskUis } from '../../tasks/index.ts'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import classes from './TaskGallery.module.css'

export function TaskGallery({
  admin,
  step,
  onClose,
}: {
  admin: WizardsAdmin
  step: WizardStep
  onClose(): void
}) {
  const { t } = useTranslation('wizards')
  const { teamId, base } = useWizardPage()
  const navigate = useNavigate()
  const id = useId()
  const [isBusy, setBusy] = useState(false)
  const add = async (type: TaskType) => {
    setBusy(true)
    try {
      const { stepTaskId, wizard } = await admin.perform(
        api.wizards.createTask,
        { params: { teamId, wizardStepId: step.id }, body: { type, title: t(`type.${type}`) } },
        'createTask',
        () => true,
      )
      admin.keep(wizard)
      onClose()
      await navigate({ to: `${base}/steps/step-task/${stepTaskId}/details` })
    } catch {
      setBusy(false)
    }
  }
  return (
    <Dialog title={t('tasks.addTo', { name: step.title })} width={720} onClose={onClose}>
      <fieldset className={classes.gallery} disabled={isBusy} aria-busy={isBusy}>
        {taskGroups.map((group) => (
          <section key={group} aria-labelledby={`${id}${group}`}>
            <h3 id={`${id}${group}`} className={classes.group}>
              {t(`group.${group}`)}
            </h3>
            <ul className={classes.types}>
              {taskTypes
                .filter((type) => wizardTask(type).group === group)
                .map((type) => (
                  <li key={type}>
                    <button type="button" className={classes.type} onClick={() => void add(type)}>
                      <Icon name={taskUis[type].icon} size={16} />
                      <span>
                        <strong>{t(`type.${type}`)}</strong>
                        <span>{t(`typeText.${type}`)}</span>
                      </span>
                    </button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </fieldset>
    </Dialog>
  )
}
