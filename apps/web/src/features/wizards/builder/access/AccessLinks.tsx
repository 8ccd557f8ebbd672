/** External access links: collections whose records visitors may prove to be, and by which address. */
import { Button } from '@mantine/core'
import type { ExternalAccessLink } from '@muster/contract/wizards/wizards.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { DataTable } from '../../../../ui/DataTable.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { fieldTitle, useCollections } from '../../../fields/public.ts'
import { fieldsOf } from '../../../filters/public.ts'
import type { WizardsAdmin } from '../use-wizards-admin.ts'
import { useWizardPage } from '../wizard-context.ts'
import { AccessLinkDrawer } from './AccessLinkDrawer.tsx'
import classes from './access.module.css'
import { TokenLinkDialog } from './TokenLinkDialog.tsx'

export function AccessLinks({ admin }: { admin: WizardsAdmin }) {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId, wizard } = useWizardPage()
  const collections = useCollections(teamId)
  const { data, error, isPending, refetch } = useApi(api.wizards.listAccessLinks, {
    params: { teamId, dataWizardId: wizard.id },
  })
  const [editing, setEditing] = useState<ExternalAccessLink | 'new' | null>(null)
  const [tokenFor, setTokenFor] = useState<ExternalAccessLink | null>(null)
  const nameOf = ({ dataCollectionId }: ExternalAccessLink) =>
    collections.find(({ id }) => id === dataCollectionId)?.pluralName ?? t('wizards:linked.collectionGone')
  const titleOf = ({ dataCollectionId }: ExternalAccessLink, fieldId: number | null) => {
    const field = fieldsOf(collections, dataCollectionId)?.find(({ id }) => id === fieldId)
    return field ? fieldTitle(field, currentLanguage()) : ''
  }
  const revoke = (link: ExternalAccessLink) =>
    admin.destroy(
      {
        title: t('wizards:access.revokeTitle', { name: nameOf(link) }),
        text: t('wizards:access.revokeText'),
        confirmLabel: t('wizards:access.revoke'),
      },
      () =>
        admin.perform(
          api.wizards.updateAccessLink,
          { params: { teamId, externalAccessLinkId: link.id }, body: { revoke: true } },
          'saveAccessLink',
          () => true,
        ),
      t('wizards:access.revoked', { name: nameOf(link) }),
    )
  const remove = (link: ExternalAccessLink) =>
    admin.destroy(
      {
        title: t('wizards:access.deleteTitle', { name: nameOf(link) }),
        text: t('wizards:access.deleteText'),
        confirmLabel: t('wizards:access.delete'),
      },
      () =>
        admin.perform(
          api.wizards.removeAccessLink,
          { params: { teamId, externalAccessLinkId: link.id } },
          'deleteAccessLink',
          () => true,
        ),
      t('wizards:access.deleted', { name: nameOf(link) }),
    )
  const add = (
    <Button
      variant="default"
      size="xs"
      leftSection={<Glyph name="plus" size={14} />}
      onClick={() => setEditing('new')}
    >
      {t('wizards:access.new')}
    </Button>
  )
  return (
    <div>
      <div className={classes.linksHead}>
        <h3 className={classes.label}>{t('wizards:access.links')}</h3>
        {data && data.items.length > 0 && add}
      </div>
      <DataTable
        label={t('wizards:access.links')}
        rows={data?.items}
        rowKey={({ id }) => id}
        isLoading={isPending}
        error={error}
        errorTitle={t('wizards:failed.getAccessLinks')}
        onRetry={refetch}
        menuLabel={(link) => t('wizards:access.actions', { name: nameOf(link) })}
        rowMenu={(link) => [
          { label: t('wizards:access.personal'), glyph: 'link', action: () => setTokenFor(link) },
          { label: t('common:edit'), glyph: 'edit', action: () => setEditing(link) },
          {
            label: t('wizards:access.revoke'),
            glyph: 'lock',
            isSeparated: true,
            action: () => void revoke(link),
          },
          { label: t('wizards:access.delete'), glyph: 'trash', action: () => void remove(link) },
        ]}
        columns={[
          { key: 'collection', title: t('wizards:settings.collection'), render: nameOf },
          {
            key: 'email',
            title: t('wizards:access.emailField'),
            render: (link) => titleOf(link, link.emailDataFieldId),
          },
          {
            key: 'sms',
            title: t('wizards:access.smsField'),
            isMinor: true,
            render: (link) => titleOf(link, link.smsDataFieldId),
          },
        ]}
        empty={
          <EmptyState
            glyph="link"
            title={t('wizards:access.none')}
            text={t('wizards:access.noneText')}
            action={add}
          />
        }
      />
      {editing && (
        <AccessLinkDrawer
          admin={admin}
          link={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {tokenFor && <TokenLinkDialog admin={admin} link={tokenFor} onClose={() => setTokenFor(null)} />}
    </div>
  )
}
