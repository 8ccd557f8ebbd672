/** …/data-collections/{id}/data-wizards: the wizards linked to a collection. */
import { Button } from '@mantine/core'
import type { WizardLink } from '@muster/contract/wizards/wizards.schema'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { HeadCount, HeadRow } from '../../../../ui/HeadRow.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import styles from '../../../../ui/shared.module.css'
import { useCan, useTeamId } from '../../../teams/public.ts'
import { useWizardsAdmin } from '../use-wizards-admin.ts'
import { LinkDrawer } from './LinkDrawer.tsx'

export function CollectionWizards() {
  const { t } = useTranslation(['wizards', 'common'])
  const teamId = useTeamId()
  const can = useCan()
  const admin = useWizardsAdmin(teamId)
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const { data, error, isPending, refetch } = useApi(api.wizards.listLinks, {
    params: { teamId },
    query: { dataCollectionId },
  })
  const [editing, setEditing] = useState<WizardLink | 'new' | null>(null)
  const mayDesign = can('team_admin_data_wizards')
  const unlink = ({ id, wizardName }: WizardLink) =>
    admin.destroy(
      {
        title: t('wizards:links.unlinkTitle', { name: wizardName }),
        text: t('wizards:links.unlinkText'),
        confirmLabel: t('wizards:links.unlink'),
      },
      () =>
        admin.perform(api.wizards.removeLink, { params: { teamId, wizardLinkId: id } }, 'unlink', () => true),
      t('wizards:links.unlinked', { name: wizardName }),
    )
  const add = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setEditing('new')}>
      {t('wizards:links.new')}
    </Button>
  )
  return (
    <PageBody isWide>
      {data && data.items.length > 0 && (
        <HeadRow start={<HeadCount>{t('wizards:links.count', { count: data.items.length })}</HeadCount>}>
          {add}
        </HeadRow>
      )}
      <DataTable
        label={t('wizards:links.label')}
        rows={data?.items}
        rowKey={({ id }) => id}
        rowUrl={({ dataWizardId }) =>
          mayDesign ? `/team-${teamId}/admin/data-wizards/${dataWizardId}/details` : undefined
        }
        rowMenu={(link) => [
          { label: t('common:edit'), glyph: 'edit', action: () => setEditing(link) },
          {
            label: t('wizards:links.unlink'),
            glyph: 'close',
            isSeparated: true,
            action: () => void unlink(link),
          },
        ]}
        menuLabel={({ wizardName }) => t('wizards:list.actions', { name: wizardName })}
        isLoading={isPending}
        error={error}
        errorTitle={t('wizards:failed.getLinks')}
        onRetry={refetch}
        columns={[
          {
            key: 'wizard',
            title: t('wizards:links.wizard'),
            render: ({ wizardName, icon }) => (
              <span className={styles.named}>
                <Icon name={icon || 'fas fa-wand-magic-sparkles'} />
                {wizardName}
              </span>
            ),
          },
          {
            key: 'type',
            title: t('wizards:links.type'),
            render: ({ type }) => t(`wizards:linkType.${type}`),
          },
          {
            key: 'menu',
            title: t('wizards:links.inRowMenus'),
            isMinor: true,
            render: ({ type, showInRowActionMenus }) =>
              type === 'record' && showInRowActionMenus ? t('common:yes') : '',
          },
          {
            key: 'description',
            title: t('common:description'),
            isMinor: true,
            render: ({ description }) => description,
          },
        ]}
        empty={
          <EmptyState
            glyph="wizard"
            title={t('wizards:links.none')}
            text={t('wizards:links.noneText')}
            action={add}
          />
        }
      />
      {editing && (
        <LinkDrawer
          admin={admin}
          dataCollectionId={dataCollectionId}
          link={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </PageBody>
  )
}
