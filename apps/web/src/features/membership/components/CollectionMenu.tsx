/** The collections of a tree that records can be added to, as a menu. Smart ones explain why not. */
import { Menu } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/Icon.tsx'
import styles from '../../../ui/shared.module.css'
import { inTreeOrder } from '../../fields/public.ts'
import classes from './Membership.module.css'
import { SmartRefusal } from './SmartRefusal.tsx'

export function CollectionMenu({
  teamId,
  collections,
  target,
  onPick,
}: {
  teamId: number
  /** Children of one tree: plain and smart. */
  collections: readonly DataCollection[]
  /** The button that opens it. */
  target: ReactNode
  onPick(collection: DataCollection): void
}) {
  const { t } = useTranslation('membership')
  const [refusing, setRefusing] = useState<DataCollection | null>(null)
  return (
    <>
      <Menu position="top-start" shadow="md">
        <Menu.Target>{target}</Menu.Target>
        <Menu.Dropdown className={classes.menu}>
          {inTreeOrder(collections).map(({ collection, depth }) => (
            <Menu.Item
              key={collection.id}
              leftSection={<Icon name={collection.icon} size={14} />}
              style={{ paddingLeft: 12 + depth * 16 }}
              onClick={() => (collection.isSmartCollection ? setRefusing(collection) : onPick(collection))}
            >
              {collection.pluralName}
              {collection.isSmartCollection && <span className={styles.smallLine}>{t('smart.note')}</span>}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {refusing && <SmartRefusal teamId={teamId} collection={refusing} onClose={() => setRefusing(null)} />}
    </>
  )
}
