/** The special traits of a collection, as tags. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import { Tag } from '../../../ui/Tag.tsx'

export function CollectionTags({ collection }: { collection: DataCollection }) {
  const { t } = useTranslation('collections')
  return (
    <span className={styles.chips}>
      {collection.isSmartCollection && <Tag color="blue">{t('tag.smart')}</Tag>}
      {collection.IsUsedAsCustomList && <Tag>{t('tag.list')}</Tag>}
      {collection.representsPeople && <Tag>{t('tag.people')}</Tag>}
      {collection.IsInternalConfiguration && <Tag>{t('tag.internal')}</Tag>}
      {!collection.isShownInSidebar && !collection.IsUsedAsCustomList && <Tag>{t('tag.hidden')}</Tag>}
    </span>
  )
}
