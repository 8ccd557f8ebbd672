/** Subscribes the people of a collection whose consent was given elsewhere: on paper, or in another program. */
import { NativeSelect, Textarea } from '@mantine/core'
import { type MessageSubject, maxSourceLength } from '@muster/contract/messages/consent.api'
import { type DeliveryMethod, deliveryMethods } from '@muster/contract/messages/message-permissions'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { usePeopleCollections } from '../audience/use-sources.ts'

export function SubscribeDrawer({
  teamId,
  subject,
  onClose,
}: {
  teamId: number
  subject: MessageSubject
  onClose(): void
}) {
  const { t } = useTranslation(['messageSubjects', 'messages', 'common'])
  const errorText = useErrorText()
  const format = useFormat()
  const people = usePeopleCollections()
  const { draft, set, errors, setErrors, isBusy, isDirty, save } = useDraft(
    { deliveryMethodId: 'EMAIL' as DeliveryMethod, dataCollectionId: '', source: '' },
    async ({ dataCollectionId, ...body }) => {
      const { subscribed, skipped } = await call(api.consent.subscribe, {
        params: { teamId, subjectId: subject.id },
        body: { ...body, dataCollectionId: Number(dataCollectionId) },
      })
      await refreshChanged(queryClient, api.consent.subscribe, { teamId })
      const counts = { count: subscribed, number: format.number(subscribed) }
      toast.success(
        skipped === 0
          ? t('messageSubjects:done.subscribed', counts)
          : `${t('messageSubjects:done.subscribed', counts)} ${t('messageSubjects:done.skipped', { count: skipped, number: format.number(skipped) })}`,
      )
      onClose()
    },
    (error) => {
      if (!(error instanceof ApiError && error.errors.length > 0))
        toast.error(`${t('messageSubjects:failed.subscribe')} ${errorText(error)}`)
    },
  )
  const submit = () => {
    const required = {
      ...(draft.dataCollectionId === '' && { dataCollectionId: t('messageSubjects:required') }),
      ...(draft.source.trim() === '' && { source: t('messageSubjects:required') }),
    }
    return Object.keys(required).length > 0 ? setErrors(required) : save()
  }
  return (
    <FormDrawer
      title={t('messageSubjects:subscribeTo', { name: subject.externalName })}
      submitLabel={t('messageSubjects:act.subscribe')}
      isDirty={isDirty}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <NativeSelect
        label={t('messageSubjects:collection')}
        description={t('messageSubjects:collectionHelp')}
        value={draft.dataCollectionId}
        error={errors.dataCollectionId}
        required
        data={[
          { value: '', label: t('messageSubjects:choose') },
          ...people.map(({ id, pluralName }) => ({ value: String(id), label: pluralName })),
        ]}
        onChange={(event) => set({ dataCollectionId: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('messages:details.method')}
        value={draft.deliveryMethodId}
        data={deliveryMethods.map((value) => ({ value, label: t(`messages:method.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({ deliveryMethodId: deliveryMethods.find((one) => one === value) ?? 'EMAIL' })
        }
      />
      <Textarea
        label={t('messageSubjects:source')}
        description={t('messageSubjects:sourceHelp')}
        value={draft.source}
        error={errors.source}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={maxSourceLength}
        onChange={(event) => set({ source: event.currentTarget.value })}
      />
    </FormDrawer>
  )
}
