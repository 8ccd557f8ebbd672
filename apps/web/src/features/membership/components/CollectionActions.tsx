/** Actions on selected records: add to a plain collection, remove from the current one, move to another. */
import { Button } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { BulkBody, Target } from '@muster/contract/records/records.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useCollections } from '../../fields/public.ts'
import { childrenOf } from '../children.ts'
import { CollectionMenu } from './CollectionMenu.tsx'
import { SmartRefusal } from './SmartRefusal.tsx'

export function CollectionActions({
  teamId,
  collection,
  isBusy,
  onRun,
}: {
  teamId: number
  /** The current one. */
  collection: DataCollection
  isBusy: boolean
  /** One operation, undone as one; the text announces it. */
  onRun(body: (target: Target) => BulkBody, text: (count: number) => string): unknown
}) {
  const { t } = useTranslation('membership')
  const [isRefusing, setRefusing] = useState(false)
  const { id, pluralName, isSmartCollection } = collection
  const others = childrenOf(useCollections(teamId), collection.idHomeDataCollection).filter(
    (one) => one.id !== id,
  )
  const isChild = id !== collection.idHomeDataCollection
  const remove = () =>
    isSmartCollection
      ? setRefusing(true)
      : onRun(
          (target) => ({ removeFrom: id, target }),
          (count) => t('toast.removed', { count, name: pluralName }),
        )
  const button = (text: 'action.add' | 'action.move', glyph: 'plus' | 'arrowRight') => (
    <Button size="xs" variant="default" disabled={isBusy} leftSection={<Glyph name={glyph} size={14} />}>
      {t(text)}
    </Button>
  )
  return (
    <>
      {others.length > 0 && (
        <CollectionMenu
          teamId={teamId}
          collections={others}
          target={button('action.add', 'plus')}
          onPick={(to) =>
            onRun(
              (target) => ({ addTo: to.id, target }),
              (count) => t('toast.added', { count, name: to.pluralName }),
            )
          }
        />
      )}
      {isChild && !isSmartCollection && others.some((one) => !one.isSmartCollection) && (
        <CollectionMenu
          teamId={teamId}
          collections={others}
          target={button('action.move', 'arrowRight')}
          onPick={(to) =>
            onRun(
              (target) => ({ moveFrom: id, moveTo: to.id, target }),
              (count) => t('toast.moved', { count, name: to.pluralName }),
            )
          }
        />
      )}
      {isChild && (
        <Button size="xs" variant="default" disabled={isBusy} onClick={remove}>
          {t('action.remove')}
        </Button>
      )}
      {isRefusing && (
        <SmartRefusal teamId={teamId} collection={collection} onClose={() => setRefusing(false)} />
      )}
    </>
  )
}
