/** Creates an API token: its name, what it may do, and how long. */
import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core'
import { maxTokenNameLength, tokenLifetimes } from '@muster/contract/integrations/integrations.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { firstFieldError } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamId } from '../../teams/public.ts'
import classes from './Tokens.module.css'

type Lifetime = (typeof tokenLifetimes)[number]

/** What a token may do with data; one for webhooks may be added to either. */
const dataScopes = ['read', 'write'] as const
type DataScope = (typeof dataScopes)[number]

const first = { name: '', scope: 'read' as DataScope, hasHooks: false, days: 90 as Lifetime | null }

export function NewToken({ onCreated, onClose }: { onCreated(secret: string): void; onClose(): void }) {
  const { t } = useTranslation(['integrations', 'common'])
  const teamId = useTeamId()
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    first,
    async (draft) => {
      const { name, scope, hasHooks, days } = draft
      const { secret } = await call(api.integrations.createToken, {
        params: { teamId },
        body: { name, scopes: hasHooks ? [scope, 'hooks'] : [scope], expiresInDays: days },
      })
      onCreated(secret)
      await refreshChanged(queryClient, api.integrations.createToken, { teamId })
    },
    (error) => firstFieldError(error) === undefined && toast.error(t('toast.createFailed')),
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
        label={t('list.name')}
        description={t('form.nameHelp')}
        value={draft.name}
        error={errors.name}
        required
        maxLength={maxTokenNameLength}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Radio.Group
        label={t('list.scopes')}
        description={t('form.scopesHelp')}
        value={draft.scope}
        onChange={(chosen) => set({ scope: dataScopes.find((scope) => scope === chosen) ?? first.scope })}
      >
        <div className={classes.choices}>
          {dataScopes.map((scope) => (
            <Radio
              key={scope}
              value={scope}
              label={t(`scope.${scope}`)}
              description={t(`scopeHelp.${scope}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Checkbox
        label={t('scope.hooks')}
        description={t('scopeHelp.hooks')}
        checked={draft.hasHooks}
        onChange={(event) => set({ hasHooks: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t('form.expires')}
        description={t('form.expiresHelp')}
        value={draft.days ?? ''}
        onChange={(event) =>
          set({ days: tokenLifetimes.find((days) => String(days) === event.currentTarget.value) ?? null })
        }
        data={[...tokenLifetimes, null].map((days) => ({
          value: String(days ?? ''),
          label: days === null ? t('list.neverExpires') : t('form.days', { count: days }),
        }))}
      />
    </FormDrawer>
  )
}
