/** Header and tabs over the pages of one wizard's administration. */
import { Outlet, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { ProblemBanner } from './ProblemBanner.tsx'
import { BesideTrial } from './try/BesideTrial.tsx'
import { TryButton } from './try/TryButton.tsx'
import { useWizard } from './use-wizard.ts'
import { useWizardsAdmin } from './use-wizards-admin.ts'
import { VersionTag } from './VersionTag.tsx'
import { type WizardPage, WizardPageContext } from './wizard-context.ts'

/** The last part of each tab's address, and its text. */
const tabs = [
  ['details', 'details'],
  ['steps', 'steps'],
  ['flow', 'flow'],
  ['external-access', 'externalAccess'],
  ['runs', 'runs'],
] as const

export function WizardAdmin() {
  const { t } = useTranslation('wizards')
  const { page, error, refetch } = useWizard()
  if (error) return <ErrorState error={error} title={t('failed.getWizard')} onRetry={refetch} />
  if (!page) return <PageSkeleton />
  return (
    <WizardPageContext key={page.wizard.id} value={page}>
      <BesideTrial>
        <Header page={page} />
        <ProblemBanner />
        <Outlet />
      </BesideTrial>
    </WizardPageContext>
  )
}

function Header({ page: { teamId, wizard, base } }: { page: WizardPage }) {
  const { t } = useTranslation(['wizards', 'common'])
  const navigate = useNavigate()
  const admin = useWizardsAdmin(teamId)
  const list = `/team-${teamId}/admin/data-wizards`
  const duplicate = async () => {
    const copy = await admin.duplicate(wizard)
    if (copy) void navigate({ to: `${list}/${copy.id}/details` })
  }
  const remove = async () => {
    if (await admin.remove(wizard)) void navigate({ to: list })
  }
  return (
    <PageHeader
      title={wizard.name}
      icon={wizard.icon}
      aside={
        <>
          <VersionTag
            liveVersion={wizard.liveVersion}
            isOpen={wizard.isOpen}
            hasProblems={wizard.problems.length > 0}
          />
          {wizard.liveVersion !== null && wizard.hasUnpublishedChanges && wizard.problems.length === 0 && (
            <Tag>{t('wizards:version.next')}</Tag>
          )}
        </>
      }
      action={<TryButton />}
      menuItems={[
        {
          label: t('wizards:list.open'),
          glyph: 'external',
          url: `/team-${teamId}/wizards/${wizard.id}`,
          isDisabled: wizard.liveVersion === null && wizard.problems.length > 0,
        },
        { label: t('wizards:list.duplicate'), glyph: 'copy', action: () => void duplicate() },
        {
          label: t('wizards:delete.wizard'),
          glyph: 'trash',
          isSeparated: true,
          action: () => void remove(),
        },
      ]}
      tabs={tabs.map(([path, name]) => ({ label: t(`wizards:tab.${name}`), url: `${base}/${path}` }))}
    />
  )
}
