/** The collections that a record belongs to: explain, remove, move. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Chip, useCollections } from '../../fields/public.ts'
import { childrenOf } from '../children.ts'
import { CollectionMenu } from './CollectionMenu.tsx'
import classes from './Membership.module.css'
import { WhyDialog } from './WhyDialog.tsx'

export function RecordCollections({
  teamId,
  record,
  isReadOnly,
  onSet,
}: {
  teamId: number
  record: RecordDetail
  isReadOnly: boolean
  /** The plain collections that it will belong to. */
  onSet(dataCollectionIds: number[]): unknown
}) {
  const { t } = useTranslation('membership')
  const collections = useCollections(teamId)
  const [whyId, setWhyId] = useState<number | null>(null)
  const own = collections.filter(({ id }) => record.dataCollectionIds.includes(id))
  const children = childrenOf(collections, record.dataCollectionId)
  const others = children.filter(({ id }) => !record.dataCollectionIds.includes(id))
  const plainIds = own.filter((one) => isPlainChild(one)).map(({ id }) => id)
  const below = (id: number) => withChildren(collections, id)
  return (
    <>
      <ul className={classes.list}>
        {own.map((one) => (
          <li key={one.id} className={classes.row}>
            <AppLink href={`/team-${teamId}/data-collections/${one.id}/records`} className={classes.link}>
              <Chip text={one.pluralName} icon={one.icon} />
            </AppLink>
            {one.id !== record.dataCollectionId && (
              <IconButton
                glyph="help"
                size="sm"
                label={t('whyIn', { name: one.pluralName })}
                onClick={() => setWhyId(one.id)}
              />
            )}
            {isPlainChild(one) && !isReadOnly && (
              <>
                {others.some(isPlainChild) && (
                  <CollectionMenu
                    teamId={teamId}
                    collections={others}
                    target={
                      <IconButton
                        glyph="arrowRight"
                        size="sm"
                        label={t('action.moveFrom', { name: one.pluralName })}
                      />
                    }
                    onPick={({ id }) =>
                      onSet([...plainIds.filter((own) => !below(one.id).includes(own)), id])
                    }
                  />
                )}
                <IconButton
                  glyph="close"
                  size="sm"
                  label={t('action.removeFrom', { name: one.pluralName })}
                  onClick={() => onSet(plainIds.filter((own) => !below(one.id).includes(own)))}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && others.length > 0 && (
        <CollectionMenu
          teamId={teamId}
          collections={others}
          target={
            <Button
              size="compact-xs"
              variant="subtle"
              className={classes.add}
              leftSection={<Glyph name="plus" size={12} />}
            >
              {t('action.addOne')}
            </Button>
          }
          onPick={({ id }) => onSet([...plainIds, id])}
        />
      )}
      {whyId !== null && (
        <WhyDialog
          teamId={teamId}
          recordId={record.id}
          recordName={record.name}
          dataCollectionId={whyId}
          onClose={() => setWhyId(null)}
        />
      )}
    </>
  )
}

const isPlainChild = ({ id, idHomeDataCollection, isSmartCollection }: DataCollection) =>
  id !== idHomeDataCollection && !isSmartCollection

/** Leaving a collection also leaves the ones inside it. */
function withChildren(collections: readonly DataCollection[], id: number): number[] {
  const children = collections.filter((one) => one.idParentDataCollection === id)
  return [id, ...children.flatMap((child) => withChildren(collections, child.id))]
}
