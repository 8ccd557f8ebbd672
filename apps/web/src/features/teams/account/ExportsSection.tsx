import { Checkbox, Radio } from '@mantine/core'
import type { TeamAccount } from '@muster/contract/teams/account.schema'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import classes from './account.module.css'
import { Section } from './Section.tsx'
import type { AccountDraft } from './use-account-draft.ts'

export function ExportsSection({ account, draft }: { account: TeamAccount; draft: AccountDraft }) {
  const { t } = useTranslation('teams')
  const chosen = draft.values.exportRoleIds
  const set = (exportRoleIds: number[] | null) => draft.set({ exportRoleIds })
  return (
    <Section title={t('account.exports.title')} text={t('account.exports.text')}>
      <Radio.Group
        label={t('account.exports.label')}
        description={t('account.exports.admins')}
        value={chosen === null ? 'all' : 'some'}
        onChange={(value) => set(value === 'all' ? null : (account.exportRoleIds ?? []))}
      >
        <div className={classes.choices}>
          <Radio value="all" label={t('account.exports.all')} />
          <Radio value="some" label={t('account.exports.some')} />
        </div>
      </Radio.Group>
      {chosen !== null && (
        <Checkbox.Group
          label={t('account.exports.roles')}
          error={draft.errors.exportRoleIds}
          value={chosen.map(String)}
          onChange={(ids) => set(ids.map(Number))}
        >
          <div className={classes.choices}>
            {account.roles.map(({ id, roleName, isMember, isActive }) => (
              <Checkbox
                key={id}
                value={String(id)}
                label={
                  isMember
                    ? t('account.exports.member')
                    : isActive
                      ? roleName
                      : t('account.exports.inactive', { role: roleName })
                }
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {chosen?.length === 0 && <p className={styles.note}>{t('account.exports.none')}</p>}
    </Section>
  )
}
