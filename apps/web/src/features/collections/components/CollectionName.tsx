/** A collection in a list: its icon and name, at its depth in the tree. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { Icon } from '../../../ui/Icon.tsx'
import styles from '../../../ui/shared.module.css'
import classes from './CollectionName.module.css'

export function CollectionName({ collection, depth = 0 }: { collection: DataCollection; depth?: number }) {
  return (
    <span className={styles.named} style={depth > 0 ? { paddingLeft: depth * 20 } : undefined}>
      <Icon name={collection.icon} size={14} className={classes.icon} />
      {collection.pluralName}
    </span>
  )
}
