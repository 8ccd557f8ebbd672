/** Creates or edits a user of the system, and shows where they are signed in. */
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { maxUserNameLength, type SystemUser } from '@muster/contract/sysAdmin/sysAdmin.api'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { currentLanguage, languages } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useSignedIn } from '../../auth/public.ts'
import { SystemSessions } from './SystemSessions.tsx'

export function SystemUserDrawer({ user, onClose }: { user: SystemUser | null; onClose: () => void }) {
  const { t } = useTranslation(['sysAdmin', 'common'])
  const errorText = useErrorText()
  const isOwn = useSignedIn().userId === user?.userId
  const first = {
    name: user?.name ?? '',
    email: user?.email ?? '',
    isSysAdmin: user?.isSysAdmin ?? false,
    language: currentLanguage(),
  }
  const { draft, set, isDirty, errors, isBusy, save } = useDraft(
    first,
    async (draft) => {
      if (user) {
        const { name, isSysAdmin } = draft
        await call(api.sysAdmin.updateUser, { params: { userId: user.userId }, body: { name, isSysAdmin } })
      } else await call(api.sysAdmin.createUser, { body: draft })
      toast.success(
        user
          ? t('users.saved', { name: draft.name || draft.email })
          : t('users.createdDone', { email: draft.email }),
      )
      onClose()
      await refreshChanged(queryClient, user ? api.sysAdmin.updateUser : api.sysAdmin.createUser)
    },
    (error) => toast.error(errorText(error)),
  )
  return (
    <FormDrawer
      title={user ? t('users.edit') : t('users.create')}
      submitLabel={user ? t('common:save') : t('users.create')}
      isDirty={isDirty}
      isBusy={isBusy}
      width={480}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('users.name')}
        value={draft.name}
        error={errors.name}
        required
        maxLength={maxUserNameLength}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('users.email')}
        type="email"
        value={draft.email}
        error={errors.email}
        required={!user}
        disabled={user !== null}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      {!user && (
        <NativeSelect
          label={t('users.mailLanguage')}
          data={languages.map((language) => ({ value: language, label: t(`common:language.${language}`) }))}
          value={draft.language}
          onChange={(event) => set({ language: event.currentTarget.value as typeof draft.language })}
        />
      )}
      <Switch
        label={t('users.sysAdmin')}
        description={isOwn ? t('users.ownRights') : t('users.sysAdminHelp')}
        checked={draft.isSysAdmin}
        disabled={isOwn}
        onChange={(event) => set({ isSysAdmin: event.currentTarget.checked })}
      />
      {user && <SystemSessions user={user} isOwn={isOwn} />}
    </FormDrawer>
  )
}
