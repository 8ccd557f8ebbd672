/** Adds a subject or changes one. Subscribers read its name and description, in their language. */
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { MessageSubject } from '@muster/contract/messages/consent.api'
import { maxDescriptionLength, maxNameLength } from '@muster/contract/messages/messages.schema'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { Translations } from '../../fields/public.ts'
import { isConflict, useRowVersion } from '../data/use-row-version.ts'

const fresh = {
  externalName: '',
  externalNameTranslations: {} as MessageSubject['externalNameTranslations'],
  description: '',
  descriptionTranslations: {} as MessageSubject['descriptionTranslations'],
  isPublic: true,
  isDoubleOptIn: true,
}

const draftOf = (subject: MessageSubject): typeof fresh => ({
  externalName: subject.externalName,
  externalNameTranslations: subject.externalNameTranslations,
  description: subject.description,
  descriptionTranslations: subject.descriptionTranslations,
  isPublic: subject.isPublic,
  isDoubleOptIn: subject.isDoubleOptIn,
})

export function SubjectDrawer({
  teamId,
  subject,
  onClose,
}: {
  teamId: number
  /** Null: a new one. */
  subject: MessageSubject | null
  onClose(): void
}) {
  const { t } = useTranslation(['messageSubjects', 'messages', 'common'])
  const errorText = useErrorText()
  const sendVersion = useRowVersion(subject, () =>
    queryClient.fetchQuery({ ...queryOf(api.consent.subjects, { params: { teamId } }), staleTime: 0 }),
  )
  const { draft, set, errors, setErrors, isBusy, isDirty, save } = useDraft(
    subject ? draftOf(subject) : fresh,
    async (body) => {
      if (subject) {
        const params = { teamId, subjectId: subject.id }
        await sendVersion((version) =>
          call(api.consent.updateSubject, { params, body: { ...body, version } }),
        )
      } else await call(api.consent.createSubject, { params: { teamId }, body })
      await refreshChanged(queryClient, api.consent.updateSubject, { teamId })
      toast.success(t('messageSubjects:done.saved', { name: body.externalName.trim() }))
      onClose()
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'name_taken')
        setErrors({ externalName: errorText(error) })
      else if (isConflict(error)) toast.error(t('messages:conflict'))
      else if (!(error instanceof ApiError && error.errors.length > 0))
        toast.error(`${t('messageSubjects:failed.save')} ${errorText(error)}`)
    },
  )
  const submit = () =>
    draft.externalName.trim() === '' ? setErrors({ externalName: t('messageSubjects:required') }) : save()
  return (
    <FormDrawer
      title={subject ? t('messageSubjects:edit') : t('messageSubjects:new')}
      submitLabel={t('common:save')}
      isDirty={isDirty}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('messageSubjects:externalName')}
        description={t('messageSubjects:externalNameHelp')}
        value={draft.externalName}
        error={errors.externalName}
        required
        maxLength={maxNameLength}
        data-autofocus
        onChange={(event) => set({ externalName: event.currentTarget.value })}
      />
      <Textarea
        label={t('common:description')}
        value={draft.description}
        error={errors.description}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxDescriptionLength}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <Translations
        texts={[
          {
            label: (language) => t('messageSubjects:externalNameIn', { language }),
            placeholder: draft.externalName,
            value: draft.externalNameTranslations,
            onChange: (externalNameTranslations) => set({ externalNameTranslations }),
          },
          {
            label: (language) => t('messageSubjects:descriptionIn', { language }),
            placeholder: draft.description,
            value: draft.descriptionTranslations,
            onChange: (descriptionTranslations) => set({ descriptionTranslations }),
          },
        ]}
      />
      <Switch
        label={t('messageSubjects:isPublicLabel')}
        description={t('messageSubjects:isPublicHelp')}
        checked={draft.isPublic}
        onChange={(event) => set({ isPublic: event.currentTarget.checked })}
      />
      <Switch
        label={t('messageSubjects:isDoubleOptIn')}
        description={t('messageSubjects:isDoubleOptInHelp')}
        checked={draft.isDoubleOptIn}
        onChange={(event) => set({ isDoubleOptIn: event.currentTarget.checked })}
      />
    </FormDrawer>
  )
}
