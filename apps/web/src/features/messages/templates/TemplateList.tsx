/** /team-{id}/outgoing-messages/templates-drafts, templates-published and templates-archived. */
import { Button } from '@mantine/core'
import type { ListedTemplate, TemplateStatus } from '@muster/contract/messages/templates.api'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import shared from '../../../ui/shared.module.css'
import { useTeamId } from '../../teams/public.ts'
import { Moment } from '../components/Moment.tsx'
import { NewTemplate } from './NewTemplate.tsx'
import { useTemplateActs } from './use-template-acts.ts'

export const DraftTemplates = () => <TemplateList status="DRAFT" />
export const PublishedTemplates = () => <TemplateList status="PUBLISHED" />
export const ArchivedTemplates = () => <TemplateList status="ARCHIVED" />

const titles = {
  DRAFT: 'templatesDrafts',
  PUBLISHED: 'templatesPublished',
  ARCHIVED: 'templatesArchived',
} as const

function TemplateList({ status }: { status: TemplateStatus }) {
  const { t } = useTranslation(['messages', 'common', 'shell'])
  const format = useFormat()
  const teamId = useTeamId()
  const acts = useTemplateActs(teamId)
  const [isCreating, setCreating] = useState(false)
  const { data, error, isPending, refetch } = useApi(api.messageTemplates.list, {
    params: { teamId },
    query: { status },
  })
  const title = t(`shell:nav.${titles[status]}`)
  const columns: DataTableColumn<ListedTemplate>[] = [
    {
      key: 'name',
      title: t('messages:templates.name'),
      render: ({ internalName, internalDescription }) => (
        <>
          {internalName}
          {internalDescription && <span className={shared.smallLine}>{internalDescription}</span>}
        </>
      ),
      sortBy: ({ internalName }) => internalName,
    },
    {
      key: 'usedFor',
      title: t('messages:templates.usedFor'),
      width: 240,
      isMinor: true,
      render: ({ usedFor }) => t(`messages:usedFor.${usedFor}`),
    },
    {
      key: 'method',
      title: t('messages:details.method'),
      width: 90,
      render: ({ deliveryMethodId }) => t(`messages:method.${deliveryMethodId}`),
    },
    {
      key: 'languages',
      title: t('messages:content.languages'),
      width: 200,
      isMinor: true,
      render: ({ languages }) =>
        format.list(languages.map((language) => languageName(language, currentLanguage()))),
    },
    {
      key: 'updated',
      title: t('messages:templates.updated'),
      width: 160,
      isMinor: true,
      render: ({ updatedAt }) => <Moment at={updatedAt} />,
      sortBy: ({ updatedAt }) => updatedAt,
    },
  ]
  const create = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setCreating(true)}>
      {t('messages:templates.new')}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} glyph="template" action={create} />
      <PageBody isWide>
        <DataTable
          key={status}
          label={title}
          rows={data?.items}
          rowKey={({ id }) => id}
          rowUrl={acts.urlOf}
          rowMenu={(template) => acts.menuOf(template)}
          menuLabel={({ internalName }) => t('common:reorder.actionsFor', { name: internalName })}
          columns={columns}
          isLoading={isPending}
          error={error}
          errorTitle={t('messages:failed.getTemplates')}
          onRetry={refetch}
          initialSort={{ key: 'name' }}
          empty={
            <EmptyState
              glyph="template"
              title={t(`messages:templates.none.${status}`)}
              text={t('messages:templates.noneText')}
              action={status === 'ARCHIVED' ? undefined : create}
            />
          }
        />
      </PageBody>
      {isCreating && <NewTemplate onClose={() => setCreating(false)} />}
    </>
  )
}
