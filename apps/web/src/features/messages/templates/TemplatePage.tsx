/** /outgoing-messages-template/content/{ogmTemplateId}: what a template says, and its settings. */
import { Button } from '@mantine/core'
import type { MessageTemplate } from '@muster/contract/messages/templates.api'
import type { Language } from '@muster/contract/paging'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, queryOf, useApi } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { languageName } from '../../../lib/language-name.ts'
import { storedTeamId } from '../../../lib/storage.ts'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { SaveState } from '../../../ui/SaveState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { activeTeams, useSignedIn } from '../../auth/public.ts'
import { selectTeam, useSelectedTeamId } from '../../teams/public.ts'
import { Facts } from '../components/Facts.tsx'
import { LanguageContent } from '../content/LanguageContent.tsx'
import { LanguageTabs } from '../content/LanguageTabs.tsx'
import { PreviewDialog } from '../content/PreviewDialog.tsx'
import { isOfContent, Problems } from '../flow/Problems.tsx'
import { EditTemplate } from './EditTemplate.tsx'
import { useTemplateActs } from './use-template-acts.ts'
import { useTemplateContent } from './use-template-content.ts'

const statusColors = { DRAFT: 'gray', PUBLISHED: 'green', ARCHIVED: 'gray' } as const

export function TemplatePage() {
  const { t } = useTranslation('messages')
  const teams = activeTeams(useSignedIn())
  const selected = useSelectedTeamId()
  const search = useSearch({ strict: false }) as { team?: unknown }
  const outgoingMessageTemplateId = Number(
    useParams({ strict: false, select: (params) => params.ogmTemplateId }),
  )
  // The address of the spec has no team: the one of the link, else the last one.
  const wanted = Number(search.team ?? selected ?? storedTeamId.get() ?? teams[0]?.TeamId)
  const teamId = teams.find(({ TeamId }) => TeamId === wanted)?.TeamId ?? null
  useEffect(() => {
    if (teamId !== null) void selectTeam(teamId)
  }, [teamId])
  const params = { teamId: teamId ?? 0, outgoingMessageTemplateId }
  const { data, error, refetch } = useApi(
    api.messageTemplates.get,
    { params },
    { retry: false, enabled: teamId !== null },
  )
  if (teamId === null) return <EmptyState glyph="template" title={t('templates.noTeam')} />
  if (error && !data) return <ErrorState error={error} title={t('failed.getTemplate')} onRetry={refetch} />
  if (!data || selected !== teamId) return <PageSkeleton />
  return <Page key={data.id} teamId={teamId} template={data} />
}

function Page({ teamId, template }: { teamId: number; template: MessageTemplate }) {
  const { t } = useTranslation(['messages', 'shell'])
  const navigate = useNavigate()
  const acts = useTemplateActs(teamId)
  const content = useTemplateContent(teamId, template)
  const [chosen, setChosen] = useState<Language>(template.contentLanguageId)
  const [open, setOpen] = useState<'preview' | 'edit' | null>(null)
  const isEditable = template.status !== 'ARCHIVED'
  const base = `/team-${teamId}/outgoing-messages`
  const language = template.languages.includes(chosen) ? chosen : template.contentLanguageId
  const params = { teamId, outgoingMessageTemplateId: template.id }
  const isBlocked = template.problems.some(({ isBlocking }) => isBlocking)
  const list = { DRAFT: 'templates-drafts', PUBLISHED: 'templates-published', ARCHIVED: 'templates-archived' }
  return (
    <>
      <PageHeader
        title={template.internalName}
        glyph="template"
        crumbs={[
          { label: t('shell:nav.outgoingMessages'), url: `${base}/dashboard` },
          { label: t('shell:nav.templates'), url: `${base}/${list[template.status]}` },
        ]}
        aside={
          <Tag color={statusColors[template.status]}>{t(`messages:templates.status.${template.status}`)}</Tag>
        }
        action={
          template.status === 'DRAFT' && (
            <BusyButton
              leftSection={<Glyph name="success" />}
              disabled={isBlocked}
              onClick={async () => {
                if (await content.save.flush()) await acts.move(template, 'publish')
              }}
            >
              {t('messages:templates.act.publish')}
            </BusyButton>
          )
        }
        menuItems={[
          ...(isEditable
            ? [{ label: t('messages:templates.edit'), glyph: 'edit' as const, action: () => setOpen('edit') }]
            : []),
          ...acts.menuOf(template, () => void navigate({ to: `${base}/templates-drafts` })),
        ]}
      />
      <PageBody isWide>
        <div className={shared.stack16}>
          <Facts
            facts={[
              { label: t('messages:templates.usedFor'), value: t(`messages:usedFor.${template.usedFor}`) },
              { label: t('messages:details.internalDescription'), value: template.internalDescription },
              {
                label: t('messages:templates.wizards'),
                value: template.wizards.map(({ name }) => name).join(', '),
              },
            ]}
          />
          <LanguageTabs
            languages={template.languages}
            value={language}
            first={template.contentLanguageId}
            onChange={async (next) => {
              if (await content.save.flush()) setChosen(next)
            }}
            {...(isEditable
              ? {
                  onAdd: async (added: Language) => {
                    if (await content.add(added)) setChosen(added)
                  },
                  onRemove: () => content.remove(language),
                }
              : {})}
            tools={
              <>
                <SaveState state={content.save.state} onRetry={() => void content.save.flush()} />
                <Button
                  size="xs"
                  variant="default"
                  leftSection={<Glyph name="eye" />}
                  onClick={async () => {
                    if (await content.save.flush()) setOpen('preview')
                  }}
                >
                  {t('messages:content.preview')}
                </Button>
              </>
            }
          />
          <Problems problems={template.problems.filter(isOfContent)} />
          <LanguageContent
            key={language}
            method={template.deliveryMethodId}
            language={language}
            needsUnsubscribe={template.usedFor !== 'transactional_only'}
            content={template.contents.find(({ languageId }) => languageId === language)}
            isDisabled={!isEditable}
            onChange={(change) => content.save.add(language, change)}
          />
        </div>
      </PageBody>
      {open === 'preview' && (
        <PreviewDialog
          title={t('messages:content.previewIn', { language: languageName(language, currentLanguage()) })}
          query={queryOf(api.messageTemplates.preview, { params, body: { languageId: language } })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'edit' && <EditTemplate teamId={teamId} template={template} onClose={() => setOpen(null)} />}
    </>
  )
}
