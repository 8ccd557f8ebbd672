/** How much the team may have and has. Only system administrators change quotas. */
import { Progress } from '@mantine/core'
import { type QuotaName, quotaNames, usedOf } from '@muster/contract/teams/quotas.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import styles from '../../../ui/shared.module.css'
import classes from './account.module.css'
import { Section } from './Section.tsx'

const nearlyFull = 90

export function QuotasSection({ teamId }: { teamId: number }) {
  const { t } = useTranslation('teams')
  const format = useFormat()
  const { data } = useApi(api.teams.quotas, { params: { teamId } })
  if (!data) return null
  const textOf = (name: QuotaName, amount: number) =>
    name === 'maxStorageBytes' ? format.bytes(amount) : format.number(amount)
  return (
    <Section title={t('account.quotas.title')} text={t('account.quotas.text')}>
      {quotaNames.map((name) => {
        const limit = data.quotas[name]
        const used = data.use[usedOf[name]]
        const share = limit === null || used === null ? null : Math.min(100, (100 * used) / limit)
        const label = t(`account.quotas.${name}`)
        const usedText = used === null ? t('account.quotas.tooMany') : textOf(name, used)
        return (
          <div key={name} className={classes.quota}>
            <span>{label}</span>
            <span className={styles.muted}>
              {limit === null
                ? t('account.quotas.noLimit', { used: usedText })
                : t('account.quotas.of', { used: usedText, limit: textOf(name, limit) })}
            </span>
            {share !== null && (
              <Progress.Root className={classes.quotaBar}>
                <Progress.Section
                  value={share}
                  color={share >= nearlyFull ? 'red' : undefined}
                  aria-label={label}
                />
              </Progress.Root>
            )}
            {share === 100 && <span className={styles.error}>{t('account.quotas.full')}</span>}
          </div>
        )
      })}
    </Section>
  )
}
