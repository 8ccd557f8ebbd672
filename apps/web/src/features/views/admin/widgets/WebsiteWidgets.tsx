/** /team-{id}/admin/data-collections/{id}/website-widgets: the views that websites can embed, with their code. */
import { Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { languages } from '@muster/contract/paging'
import type { DataView as SavedView } from '@muster/contract/views/views.schema'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { AppLink } from '../../../../ui/AppLink.tsx'
import { CopyLine } from '../../../../ui/CopyLine.tsx'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { PageBody } from '../../../../ui/Page.tsx'
import { FormSkeleton } from '../../../../ui/Skeletons.tsx'
import styles from '../../../../ui/shared.module.css'
import { useTeamId, writtenCollectionsQuery } from '../../../teams/public.ts'
import { useViews } from '../../switcher/use-views.ts'
import { embedUrl, feedsOf, iframeTag, publicUrl, scriptTag, type WidgetOptions } from './snippets.ts'
import classes from './WebsiteWidgets.module.css'

export function WebsiteWidgets() {
  const { t } = useTranslation(['viewsAdmin', 'common', 'errors'])
  const teamId = useTeamId()
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const { data, error, refetch } = useViews(teamId, dataCollectionId)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const shown = data?.items.filter(({ isVisibleExternally }) => isVisibleExternally) ?? []
  const chosen = shown.find(({ id }) => id === chosenId) ?? shown[0]
  if (error && !data) {
    return (
      <PageBody>
        <ErrorState error={error} title={t('viewsAdmin:error.list')} onRetry={refetch} />
      </PageBody>
    )
  }
  if (!data) {
    return (
      <PageBody>
        <FormSkeleton />
      </PageBody>
    )
  }
  if (!chosen) {
    return (
      <PageBody>
        <EmptyState
          glyph="external"
          title={t('viewsAdmin:widgets.none')}
          text={t('viewsAdmin:widgets.noneText')}
          action={
            <AppLink href={`/team-${teamId}/admin/data-collections/${dataCollectionId}/data-views`}>
              {t('viewsAdmin:widgets.openViews')}
            </AppLink>
          }
        />
      </PageBody>
    )
  }
  return (
    <PageBody isWide>
      <NativeSelect
        className={classes.view}
        label={t('viewsAdmin:widgets.view')}
        value={String(chosen.id)}
        data={shown.map(({ id, internalName }) => ({ value: String(id), label: internalName }))}
        onChange={(event) => setChosenId(Number(event.currentTarget.value))}
      />
      <Widget key={chosen.id} teamId={teamId} view={chosen} />
    </PageBody>
  )
}

function Widget({ teamId, view }: { teamId: number; view: SavedView }) {
  const { t } = useTranslation(['viewsAdmin', 'common'])
  const { origin } = window.location
  const [options, setOptions] = useState<WidgetOptions>({
    language: currentLanguage(),
    height: null,
    hideFilters: false,
  })
  const set = (change: Partial<WidgetOptions>) => setOptions((now) => ({ ...now, ...change }))
  const name = view.internalName
  const { data: written } = useQuery(writtenCollectionsQuery(teamId))
  const collection = written?.dataCollection.find(({ id }) => id === view.dataCollectionId)
  // Visitors never see a view's internal name: a frame is named after its page.
  const title = collection
    ? collection.pluralNameTranslations[options.language] || collection.pluralName || collection.name
    : ''
  const address = publicUrl(origin, teamId, view.publicKey)
  return (
    <div className={classes.columns}>
      <div className={styles.narrowStack16}>
        <section className={styles.narrowStack16} aria-label={t('viewsAdmin:widgets.options')}>
          <div className={classes.options}>
            <NativeSelect
              label={t('viewsAdmin:widgets.language')}
              value={options.language}
              data={languages.map((language) => ({
                value: language,
                label: t(`common:language.${language}`),
              }))}
              onChange={(event) =>
                set({
                  language: languages.find((one) => one === event.currentTarget.value) ?? options.language,
                })
              }
            />
            <NumberInput
              label={t('viewsAdmin:widgets.height')}
              min={100}
              max={4000}
              step={50}
              allowDecimal={false}
              allowNegative={false}
              value={options.height ?? ''}
              onChange={(value) => set({ height: typeof value === 'number' ? value : null })}
            />
          </div>
          <Checkbox
            label={t('viewsAdmin:widgets.hideFilters')}
            checked={options.hideFilters}
            onChange={(event) => set({ hideFilters: event.currentTarget.checked })}
          />
        </section>
        <CopyLine
          label={t('viewsAdmin:widgets.script')}
          help={t('viewsAdmin:widgets.scriptHelp')}
          text={scriptTag(origin, teamId, view.publicKey, options)}
        />
        <CopyLine
          label={t('viewsAdmin:widgets.iframe')}
          help={t('viewsAdmin:widgets.iframeHelp')}
          text={iframeTag(origin, teamId, view.publicKey, title, options)}
        />
        <CopyLine label={t('viewsAdmin:widgets.address')} text={address} href={address} />
        {feedsOf(origin, teamId, view, options).map(({ format, url }) => (
          <CopyLine key={format} label={t('viewsAdmin:widgets.feed', { format })} text={url} href={url} />
        ))}
      </div>
      <section className={classes.preview} aria-label={t('viewsAdmin:widgets.preview')}>
        <h2>{t('viewsAdmin:widgets.preview')}</h2>
        <iframe
          title={t('viewsAdmin:preview.frame', { name })}
          src={embedUrl(origin, teamId, view.publicKey, options)}
          height={options.height ?? 600}
        />
      </section>
    </div>
  )
}
