/** Names of roles: those of fixed roles are texts of the interface. */
import type { UserRole } from '@muster/contract/roles/roles.api'
import { useTranslation } from 'react-i18next'

/** `const roleName = useRoleName()`, then `roleName(role)`. */
export function useRoleName(): (role: Pick<UserRole, 'roleName' | 'isMember'>) => string {
  const { t } = useTranslation('roles')
  return ({ roleName, isMember }) => (isMember ? t('list.member') : roleName)
}
