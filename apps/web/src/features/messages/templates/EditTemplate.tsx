/** Changes the settings of a template. */
import type { MessageTemplate } from '@muster/contract/messages/templates.api'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { TemplateFields } from './TemplateFields.tsx'
import { useTemplateActs } from './use-template-acts.ts'

export function EditTemplate({
  teamId,
  template,
  onClose,
}: {
  teamId: number
  template: MessageTemplate
  onClose(): void
}) {
  const { t } = useTranslation(['messages', 'common'])
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const { keep, keyOf, tell } = useTemplateActs(teamId)
  const { internalName, internalDescription, usedFor } = template
  const { draft, set, errors, setErrors, isBusy, isDirty, save } = useDraft(
    { internalName, internalDescription, usedFor },
    async (body) => {
      const params = { teamId, outgoingMessageTemplateId: template.id }
      keep(await call(api.messageTemplates.update, { params, body }))
      void refreshChanged(
        queryClient,
        api.messageTemplates.update,
        { teamId },
        { except: keyOf(template.id) },
      )
      onClose()
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'name_taken')
        setErrors({ internalName: errorText(error) })
      else if (!(error instanceof ApiError && error.errors.length > 0)) tell('saveTemplate', error)
    },
  )
  return (
    <FormDrawer
      title={t('messages:templates.edit')}
      submitLabel={t('common:saveChanges')}
      isDirty={isDirty}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => {
        if (draft.internalName.trim() === '') setErrors({ internalName: t('messages:details.nameRequired') })
        else return save()
      }}
    >
      <TemplateFields draft={draft} errors={errors} isFocused set={set} />
    </FormDrawer>
  )
}
