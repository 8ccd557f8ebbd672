/** Invites a user or edits one, over the list. */
import { Select, Switch, TextInput } from '@mantine/core'
import { languages } from '@muster/contract/paging'
import type { TeamUser } from '@muster/contract/users/users.api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, useApi } from '../../../lib/api.ts'
import { fullName } from '../../../lib/format.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useSave } from '../../../lib/use-save.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useFailed } from '../use-user-acts.ts'
import {
  draftOf,
  emptyFields,
  newUser,
  offeredRoles,
  type RequiredField,
  requiredFields,
  type UserDraft,
} from '../user-form.ts'
import { EmptyFields } from './EmptyFields.tsx'
import { RolesField } from './RolesField.tsx'

export function UserDrawer({
  teamId,
  user,
  isAdmin,
  isOwn,
  onClose,
}: {
  teamId: number
  /** Null to invite somebody. */
  user: TeamUser | null
  /** Whether the person who edits is a team admin. */
  isAdmin: boolean
  /** Whether they edit themselves. */
  isOwn: boolean
  onClose(): void
}) {
  const { t } = useTranslation(['users', 'common', 'errors'])
  const queryClient = useQueryClient()
  const failed = useFailed()
  const form = useRef<HTMLDivElement>(null)
  const { data } = useApi(api.users.assignableRoles, { params: { teamId } })
  const [first] = useState(() => (user ? draftOf(user) : newUser))
  const [draft, setDraft] = useState(first)
  const [empty, setEmpty] = useState<readonly RequiredField[]>([])
  const act = user ? 'update' : 'invite'
  const { errors, clearErrors, isBusy, save } = useSave(
    async () => {
      const saved = await send(teamId, user, draft)
      toast.success(t(`done.${act}`, { name: fullName(saved) }))
      void refreshChanged(queryClient, api.users[act], { teamId })
      onClose()
    },
    (error) => {
      const isAtFields = error instanceof ApiError && error.errors.some(({ path }) => path in draft)
      if (!isAtFields) failed(act, error)
    },
  )
  const change = (change: Partial<UserDraft>) => {
    setDraft({ ...draft, ...change })
    setEmpty(empty.filter((field) => !(field in change)))
    clearErrors()
  }
  const focus = (field: RequiredField) =>
    form.current?.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.focus()
  const submit = () => {
    const missing = emptyFields(draft)
    setEmpty(missing)
    if (!missing[0]) return save()
    focus(missing[0])
  }
  const input = (field: RequiredField) => ({
    name: field,
    label: t(`list.${field}`),
    required: true,
    value: draft[field],
    error: empty.includes(field) ? t('form.cannotBeEmpty', { field: t(`list.${field}`) }) : errors[field],
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  })
  return (
    <FormDrawer
      title={t(user ? 'form.edit' : 'form.invite')}
      submitLabel={user ? t('common:saveChanges') : t('form.submit')}
      isDirty={JSON.stringify(draft) !== JSON.stringify(first)}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <div ref={form} style={{ display: 'grid', gap: 16 }}>
        <EmptyFields fields={requiredFields.filter((field) => empty.includes(field))} onChoose={focus} />
        <TextInput {...input('firstName')} maxLength={100} autoComplete="off" data-autofocus />
        <TextInput {...input('lastName')} maxLength={100} autoComplete="off" />
        {user ? (
          <TextInput label={t('list.email')} value={user.email} readOnly variant="filled" />
        ) : (
          <TextInput
            {...input('email')}
            type="email"
            maxLength={320}
            autoComplete="off"
            description={t('form.emailHelp')}
          />
        )}
        {!user && (
          <Select
            label={t('form.language')}
            value={draft.language}
            allowDeselect={false}
            data={[
              { value: '', label: t('form.teamDefault') },
              ...languages.map((value) => ({ value, label: t(`common:language.${value}`) })),
            ]}
            onChange={(language) => change({ language: (language ?? '') as UserDraft['language'] })}
          />
        )}
        {isAdmin && (
          <Switch
            label={t('form.admin')}
            description={isOwn ? t('form.ownAdmin') : t('form.adminHelp')}
            error={errors.isTeamAdmin}
            disabled={isOwn}
            checked={draft.isTeamAdmin}
            onChange={(event) => change({ isTeamAdmin: event.currentTarget.checked })}
          />
        )}
        {data && (
          <RolesField
            roles={offeredRoles(data.items, first)}
            member={data.items.find(({ isMember }) => isMember)}
            value={draft.userRoleIds}
            error={errors.userRoleIds}
            onChange={(userRoleIds) => change({ userRoleIds })}
          />
        )}
      </div>
    </FormDrawer>
  )
}

function send(teamId: number, user: TeamUser | null, draft: UserDraft): Promise<TeamUser> {
  const { firstName, lastName, email, language, isTeamAdmin } = draft
  const body = { firstName, lastName, isTeamAdmin, userRoleIds: [...draft.userRoleIds] }
  if (user) return call(api.users.update, { params: { teamId, teamUserId: user.id }, body })
  return call(api.users.invite, {
    params: { teamId },
    body: { ...body, email, ...(language && { language }) },
  })
}
