/** The roles of a user as checkboxes; those that the person may not give or take stay as they are. */
import { Checkbox } from '@mantine/core'
import type { AssignableRole } from '@muster/contract/users/users.api'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'

export function RolesField({
  roles,
  member,
  value,
  error,
  onChange,
}: {
  roles: readonly AssignableRole[]
  /** The role that everybody has. */
  member: AssignableRole | undefined
  value: readonly number[]
  error?: string | undefined
  onChange(value: number[]): void
}) {
  const { t } = useTranslation(['users', 'roles'])
  return (
    <Checkbox.Group
      label={t('list.roles')}
      error={error}
      value={[...(member ? [member.id] : []), ...value].map(String)}
      onChange={(ids) => onChange(ids.map(Number).filter((id) => id !== member?.id))}
    >
      <div className={styles.stack8} style={{ marginTop: 8 }}>
        {member && (
          <Checkbox
            size="sm"
            value={String(member.id)}
            disabled
            label={t('roles:list.member')}
            description={t('form.member')}
          />
        )}
        {roles.map(({ id, roleName, isActive, isAssignable }) => (
          <Checkbox
            key={id}
            size="sm"
            value={String(id)}
            label={isActive ? roleName : `${roleName} (${t('form.inactive')})`}
            disabled={!isAssignable}
            description={isAssignable ? undefined : t('reason.role')}
          />
        ))}
        {roles.length === 0 && <p className={styles.note}>{t('form.noRoles')}</p>}
      </div>
    </Checkbox.Group>
  )
}
