/** /team-{id}/admin/data-collections/{id}/data-cards: the cards of a collection. */
import { Button } from '@mantine/core'
import type { DataCard } from '@muster/contract/cards/cards.schema'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { HeadCount, HeadRow } from '../../../ui/HeadRow.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import table from '../../../ui/Table.module.css'
import { Tag } from '../../../ui/Tag.tsx'
import { fieldTitle, useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { fieldsKey } from '../card-draft.ts'
import { CardDrawer } from '../components/CardDrawer.tsx'
import { useCardsAdmin } from '../use-cards-admin.ts'
import { useOpen } from '../use-open.ts'
import classes from './lists.module.css'

export function DataCards() {
  const { t } = useTranslation(['cards', 'common', 'errors', 'records', 'fields', 'dataTypes', 'filters'])
  const teamId = useTeamId()
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const admin = useCardsAdmin(teamId, dataCollectionId)
  const collections = useCollections(teamId)
  const format = useFormat()
  const { openId, open } = useOpen('card')
  const cards = admin.cards.data?.items
  const groups = admin.groups.data?.items ?? []
  const opened = cards?.find(({ id }) => id === openId) ?? null
  const showsOf = (card: DataCard): string => {
    const field = collections
      .flatMap(({ DataFields }) => DataFields)
      .find(({ id }) => id === card.sourceDataFieldId)
    if (!field) return t('cards.fieldCount', { count: card[fieldsKey(card.cardType)].length })
    const owner = collections.find(({ id }) => id === field.dataCollectionId)
    const title = fieldTitle(field, currentLanguage())
    return card.isReverse ? t('cards.sourceOf', { collection: owner?.pluralName ?? '', field: title }) : title
  }
  const add = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => open('new')}>
      {t('cards.new')}
    </Button>
  )
  return (
    <PageBody isWide>
      <HeadRow start={<HeadCount>{cards && t('cards.count', { count: cards.length })}</HeadCount>}>
        {add}
      </HeadRow>
      {admin.cards.isLoadingError ? (
        <ErrorState error={admin.cards.error} title={t('cards.loadFailed')} onRetry={admin.cards.refetch} />
      ) : (
        <DataTable
          label={t('cards.list')}
          rows={cards}
          rowKey={({ id }) => id}
          isLoading={admin.cards.isPending}
          empty={<EmptyState glyph="list" title={t('cards.none')} text={t('cards.noneText')} action={add} />}
          rowMenu={(card) => [
            { label: t('common:edit'), glyph: 'edit', action: () => open(card.id) },
            {
              label: t('common:delete'),
              glyph: 'trash',
              isSeparated: true,
              action: () => admin.removeCard(card),
            },
          ]}
          menuLabel={({ title }) => t('common:reorder.actionsFor', { name: title })}
          columns={[
            {
              key: 'title',
              title: t('cards.title'),
              sortBy: ({ title }) => title,
              render: (card) => (
                <span className={table.title}>
                  <button type="button" onClick={() => open(card.id)}>
                    {card.title}
                  </button>
                  {card.isBroken && <Tag>{t('cards.broken')}</Tag>}
                  {card.dataCollectionId !== dataCollectionId && (
                    <Tag>
                      {t('cards.inherited', {
                        collection:
                          collections.find(({ id }) => id === card.dataCollectionId)?.pluralName ?? '',
                      })}
                    </Tag>
                  )}
                </span>
              ),
            },
            {
              key: 'type',
              title: t('cards.type'),
              sortBy: ({ cardType }) => t(`type.${cardType}`),
              render: ({ cardType }) => t(`type.${cardType}`),
            },
            { key: 'shows', title: t('cards.shows'), isMinor: true, render: showsOf },
            {
              key: 'groups',
              title: t('cards.groups'),
              isMinor: true,
              render: ({ dataCardGroupIds }) => {
                const names = groups.filter(({ id }) => dataCardGroupIds.includes(id)).map(({ name }) => name)
                return names.length > 0 ? (
                  format.list(names)
                ) : (
                  <span className={classes.none}>{t('cards.noGroup')}</span>
                )
              },
            },
          ]}
        />
      )}
      {(openId === 'new' || opened) && (
        <CardDrawer
          key={openId}
          admin={admin}
          dataCollectionId={dataCollectionId}
          card={opened}
          groups={groups}
          onClose={() => open(null)}
          onSaved={() => open(null)}
        />
      )}
    </PageBody>
  )
}
