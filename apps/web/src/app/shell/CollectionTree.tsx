/** The team's collections in the sidebar: a tree with icons and counts, sorted by name. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useParams } from '@tanstack/react-router'
import { memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from '../../ui/shared.module.css'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { type Branch, treeOf } from '../collection-tree.ts'
import classes from './CollectionTree.module.css'

export const CollectionTree = memo(function CollectionTree({
  teamId,
  collections,
  isCollapsed,
}: {
  teamId: number
  collections: readonly DataCollection[] | undefined
  isCollapsed: boolean
}) {
  const { compare } = useFormat()
  const isSlow = useDelayed(collections === undefined)
  const branches = useMemo(() => treeOf(collections ?? [], compare), [collections, compare])
  if (!collections)
    return <div className={classes.waiting} data-shown={isSlow || undefined} aria-hidden="true" />
  return (
    <ul className={classes.tree} data-collapsed={isCollapsed || undefined}>
      {branches.map((branch) => (
        <Node
          key={branch.collection.id}
          branch={branch}
          teamId={teamId}
          depth={0}
          isCollapsed={isCollapsed}
        />
      ))}
    </ul>
  )
})

function Node({
  branch,
  teamId,
  depth,
  isCollapsed,
}: {
  branch: Branch
  teamId: number
  depth: number
  isCollapsed: boolean
}) {
  const { t } = useTranslation(['shell'])
  const format = useFormat()
  const current = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const { collection, children } = branch
  const [isOpen, setOpen] = useState(depth === 0)
  const name = collection.pluralName
  const hasChildren = children.length > 0 && !isCollapsed
  return (
    <li>
      <div className={classes.row} style={{ paddingLeft: isCollapsed ? 0 : depth * 14 }}>
        <Tooltip label={name} position="right" disabled={!isCollapsed}>
          <AppLink
            href={`/team-${teamId}/data-collections/${collection.id}/records`}
            className={classes.link}
            aria-current={current === collection.id ? 'page' : undefined}
            aria-label={isCollapsed ? name : undefined}
          >
            <Icon name={collection.icon} size={13} className={classes.icon} />
            {!isCollapsed && <span className={styles.clippedRest}>{name}</span>}
          </AppLink>
        </Tooltip>
        {hasChildren && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-label={isOpen ? t('collapse', { name }) : t('expand', { name })}
            onClick={() => setOpen(!isOpen)}
          >
            <Glyph name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
          </button>
        )}
        {!isCollapsed && collection.countDataObject !== null && (
          <span className={classes.count} title={format.number(collection.countDataObject)}>
            {collection.countIsExact ? '' : '~'}
            {format.compactNumber(collection.countDataObject)}
          </span>
        )}
      </div>
      {hasChildren && isOpen && (
        <ul className={classes.tree}>
          {children.map((child) => (
            <Node
              key={child.collection.id}
              branch={child}
              teamId={teamId}
              depth={depth + 1}
              isCollapsed={false}
            />
          ))}
        </ul>
      )}
    </li>
  )
}
