/** Asks what a new template is for, then opens its content. */
import { SegmentedControl } from '@mantine/core'
import { type DeliveryMethod, deliveryMethods } from '@muster/contract/messages/message-permissions'
import type { TemplateUse } from '@muster/contract/messages/templates.api'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { FormField } from '../../../ui/FormField.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamFacts } from '../../fields/public.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { templateUrl, useTemplateActs } from './use-template-acts.ts'

export function NewTemplate({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, dataLanguages } = useTeamFacts()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const errorText = useErrorText()
  const { tell } = useTemplateActs(teamId)
  const { draft, set, errors, setErrors, isBusy, isDirty, save } = useDraft(
    {
      internalName: '',
      internalDescription: '',
      usedFor: 'marketing_and_participation' as TemplateUse,
      deliveryMethodId: 'EMAIL' as DeliveryMethod,
    },
    async (values) => {
      const body = { ...values, contentLanguageId: dataLanguages[0] ?? 'en' }
      const template = await call(api.messageTemplates.create, { params: { teamId }, body })
      void refreshChanged(queryClient, api.messageTemplates.create, { teamId })
      toast.success(t('messages:templates.done.created', { name: template.internalName }))
      await navigate({ to: templateUrl(teamId, template.id) })
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'name_taken')
        setErrors({ internalName: errorText(error) })
      else if (!(error instanceof ApiError && error.errors.length > 0)) tell('createTemplate', error)
    },
  )
  return (
    <FormDrawer
      title={t('messages:templates.new')}
      submitLabel={t('messages:templates.create')}
      isDirty={isDirty}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => {
        if (draft.internalName.trim() === '') setErrors({ internalName: t('messages:details.nameRequired') })
        else return save()
      }}
    >
      <FormField label={t('messages:details.method')}>
        {({ id }) => (
          <SegmentedControl
            id={id}
            aria-label={t('messages:details.method')}
            style={{ justifySelf: 'start' }}
            value={draft.deliveryMethodId}
            data={deliveryMethods.map((value) => ({ value, label: t(`messages:method.${value}`) }))}
            onChange={(value) =>
              set({ deliveryMethodId: deliveryMethods.find((one) => one === value) ?? 'EMAIL' })
            }
          />
        )}
      </FormField>
      <TemplateFields draft={draft} errors={errors} isFocused set={set} />
    </FormDrawer>
  )
}
