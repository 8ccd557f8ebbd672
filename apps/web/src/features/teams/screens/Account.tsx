/** /team-{id}/admin/account: what administrators decide about the team as a whole. */
import type { TeamAccount } from '@muster/contract/teams/account.schema'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { SaveBar } from '../../../ui/SaveBar.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import classes from '../account/account.module.css'
import { BrandSection } from '../account/BrandSection.tsx'
import { DetailsSection } from '../account/DetailsSection.tsx'
import { ExportsSection } from '../account/ExportsSection.tsx'
import { LogosSection } from '../account/LogosSection.tsx'
import { QuotasSection } from '../account/QuotasSection.tsx'
import { RegionSection } from '../account/RegionSection.tsx'
import { useAccountDraft } from '../account/use-account-draft.ts'
import { useTeamId } from '../use-team.ts'

export function Account() {
  const { t } = useTranslation(['teams', 'shell'])
  const teamId = useTeamId()
  const { data, error, refetch } = useApi(api.teams.account, { params: { teamId } })
  return (
    <>
      <PageHeader title={t('shell:nav.account')} glyph="team" />
      {data ? (
        <AccountForm key={teamId} account={data} />
      ) : (
        <PageBody>
          {error ? (
            <ErrorState error={error} title={t('teams:account.error')} onRetry={refetch} />
          ) : (
            <FormSkeleton />
          )}
        </PageBody>
      )}
    </>
  )
}

function AccountForm({ account }: { account: TeamAccount }) {
  const draft = useAccountDraft(account)
  return (
    <>
      <PageBody isWide>
        <div className={classes.sections}>
          <DetailsSection draft={draft} />
          <LogosSection account={account} />
          <BrandSection draft={draft} />
          <RegionSection account={account} draft={draft} />
          <ExportsSection account={account} draft={draft} />
          <QuotasSection teamId={account.teamId} />
        </div>
      </PageBody>
      <SaveBar
        isDirty={draft.isDirty}
        state={draft.state}
        onSave={() => void draft.save()}
        onDiscard={draft.discard}
      />
    </>
  )
}
