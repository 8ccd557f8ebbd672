/** Creates a webhook: where it sends to, and what about. */
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import {
  maxWebhookUrlLength,
  type WebhookKind,
  webhookKinds,
} from '@muster/contract/integrations/webhooks.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { firstFieldError, useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { inTreeOrder, useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import classes from './Tokens.module.css'

export interface CreatedSecret {
  webhookId: number
  secret: string
}

const first = {
  url: '',
  dataCollectionId: null as number | null,
  kinds: [...webhookKinds] as WebhookKind[],
  withValues: false,
}

export function NewWebhook({
  onCreated,
  onClose,
}: {
  onCreated(created: CreatedSecret): void
  onClose(): void
}) {
  const { t } = useTranslation('webhooks')
  const teamId = useTeamId()
  const errorText = useErrorText()
  const collections = inTreeOrder(useCollections(teamId))
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    first,
    async (draft) => {
      const body = {
        ...draft,
        // The server answers that null is missing.
        dataCollectionId: draft.dataCollectionId as number,
      }
      const { webhook, secret } = await call(api.webhooks.createWebhook, { params: { teamId }, body })
      onCreated({ webhookId: webhook.id, secret })
      await refreshChanged(queryClient, api.webhooks.createWebhook, { teamId })
    },
    (error) => firstFieldError(error) === undefined && toast.error(errorText(error)),
  )
  return (
    <FormDrawer
      title={t('form.title')}
      submitLabel={t('form.title')}
      isDirty={isDirty}
      isBusy={isBusy}
      width={440}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('list.url')}
        description={t('form.urlHelp')}
        type="url"
        value={draft.url}
        error={errors.url}
        required
        maxLength={maxWebhookUrlLength}
        data-autofocus
        onChange={(event) => set({ url: event.currentTarget.value })}
      />
      <NativeSelect
        label={t('form.collection')}
        description={t('form.collectionHelp')}
        value={draft.dataCollectionId ?? ''}
        error={errors.dataCollectionId}
        required
        onChange={(event) => set({ dataCollectionId: Number(event.currentTarget.value) })}
        data={[
          { value: '', label: t('form.chooseCollection'), disabled: true },
          ...collections.map(({ collection, depth }) => ({
            value: String(collection.id),
            label: `${'\u2003'.repeat(depth)}${collection.pluralName}`,
          })),
        ]}
      />
      <Checkbox.Group
        label={t('list.kinds')}
        value={draft.kinds}
        error={errors.kinds}
        onChange={(chosen) => set({ kinds: webhookKinds.filter((kind) => chosen.includes(kind)) })}
      >
        <div className={classes.choices}>
          {webhookKinds.map((kind) => (
            <Checkbox key={kind} value={kind} label={t(`kind.${kind}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label={t('form.withValues')}
        description={t('form.withValuesHelp')}
        checked={draft.withValues}
        onChange={(event) => set({ withValues: event.currentTarget.checked })}
      />
    </FormDrawer>
  )
}
