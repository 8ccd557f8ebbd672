/** One card of a record's page: its frame, and inside it a form, a table or thumbnails. */
import type { CardType } from '@muster/contract/cards/cards.schema'
import { type ComponentType, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { Card } from '../../../ui/Card.tsx'
import { useCollection } from '../../fields/public.ts'
import { packFilter } from '../../filters/public.ts'
import { useCan } from '../../teams/public.ts'
import { RecordFields } from '../components/RecordFields.tsx'
import { cardTexts, fieldsOnCard } from './card-texts.ts'
import { FilesCard } from './FilesCard.tsx'
import { LinkedCard } from './LinkedCard.tsx'
import { LinkedTable } from './LinkedTable.tsx'
import { LinkedThumbnails } from './LinkedThumbnails.tsx'
import classes from './RecordCard.module.css'
import type { RecordCardProps } from './record-card-props.ts'

const bodies: Record<CardType, ComponentType<RecordCardProps>> = {
  form: FormBody,
  table: ListBody,
  thumbnails: ListBody,
}

const listings = { form: LinkedTable, table: LinkedTable, thumbnails: LinkedThumbnails } as const

export function RecordCard(props: RecordCardProps) {
  const { teamId, record, card, preview } = props
  const { t } = useTranslation(['cards'])
  const can = useCan()
  const language = currentLanguage()
  const { title, subtitle, description } = cardTexts(card, language)
  const listed = useCollection(teamId, card.source?.dataCollectionId ?? null)
  const { source } = card
  const openList =
    listed && source && card.isReverse
      ? `/team-${teamId}/data-collections/${listed.id}/records?filter=${encodeURIComponent(
          JSON.stringify(packFilter({ field: source.columnName, op: 'anyOf', value: [record.id] })),
        )}`
      : undefined
  const menu: MenuItem[] = preview
    ? []
    : [
        ...(openList ? [{ label: t('linked.openList'), glyph: 'table' as const, url: openList }] : []),
        ...(can('team_admin_data_collections')
          ? [
              {
                label: t('page.editCard'),
                glyph: 'edit' as const,
                url: `/team-${teamId}/admin/data-collections/${card.dataCollectionId}/data-cards?card=${card.id}`,
              },
            ]
          : []),
      ]
  const Body = bodies[card.cardType]
  return (
    <Card
      headerTitle={title}
      description={subtitle || description}
      isCollapsible={!preview}
      isFullscreenable={!preview}
      cardType={card.cardType}
      cardMenuItems={menu}
    >
      {subtitle && description && <p className={classes.description}>{description}</p>}
      {listed && card.isReverse && title !== listed.pluralName && (
        <p className={classes.from}>{t('linked.from', { collection: listed.pluralName })}</p>
      )}
      <Body {...props} />
    </Card>
  )
}

function FormBody({ teamId, record, card, fields, isReadOnly, preview }: RecordCardProps) {
  const shown = useMemo(() => fieldsOnCard(card.fieldsShown, fields), [card, fields])
  return (
    <div className={classes.form}>
      <RecordFields
        key={record.id}
        teamId={teamId}
        record={record}
        fields={shown}
        isReadOnly={isReadOnly || preview !== undefined}
        variant="page"
      />
    </div>
  )
}

function ListBody(props: RecordCardProps) {
  const { card } = props
  if (card.source?.kind === 'files') return <FilesCard {...props} />
  return <LinkedCard {...props} Listing={listings[card.cardType]} />
}
