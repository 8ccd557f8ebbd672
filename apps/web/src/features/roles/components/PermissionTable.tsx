/** Permissions as a table: a row for each collection and field, a column for each permission. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { DataPermissionGrant } from '@muster/contract/roles/roles.api'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import shared from '../../../ui/shared.module.css'
import table from '../../../ui/Table.module.css'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { fieldTitle } from '../../fields/public.ts'
import {
  type Allowed,
  allowedOn,
  fieldPermissions,
  inherited,
  type RecordPermission,
  recordPermissions,
  type Target,
  team,
  withAllowed,
} from '../grants.ts'
import { type CollectionRow, rowsOf, sections } from '../rows.ts'
import { PermissionCell } from './PermissionCell.tsx'
import classes from './PermissionTable.module.css'
import { RuleDrawer } from './RuleDrawer.tsx'
import { Summary } from './Summary.tsx'
import { WizardPermissions } from './WizardPermissions.tsx'

/** The cell whose rule is being edited. */
interface Editing {
  permission: RecordPermission
  target: Target
  name: string
  /** Whose fields the rule uses; null for those that every record has. */
  dataCollectionId: number | null
}

export function PermissionTable({
  collections,
  grants,
  errors,
  search,
  onChange,
}: {
  collections: readonly DataCollection[]
  grants: readonly DataPermissionGrant[]
  /** Texts by path, of permissions that the server refused: `items.<n>.…`. */
  errors: Readonly<Record<string, string>>
  search: string
  onChange(grants: DataPermissionGrant[]): void
}) {
  const { t } = useTranslation('roles')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [editing, setEditing] = useState<Editing | null>(null)
  const nameOf = (target: Target): string =>
    target.kind === 'collection'
      ? (collections.find(({ id }) => id === target.id)?.pluralName ?? '')
      : t('data.everything')
  const set = (permission: DataPermissionGrant['permission'], target: Target, allowed: Allowed) =>
    onChange(withAllowed(grants, permission, target, allowed))

  const cells = (
    target: Target,
    name: string,
    above: readonly Target[],
    dataCollectionId: number | null,
    permissions: readonly RecordPermission[] = recordPermissions,
  ) =>
    recordPermissions.map((permission) => (
      <td key={permission} className={classes.cell}>
        {permissions.includes(permission) && (
          <PermissionCell
            name={name}
            permission={permission}
            allowed={allowedOn(grants, permission, target)}
            inherited={inherited(grants, permission, above)}
            nameOf={nameOf}
            onSet={(allowed) => set(permission, target, allowed)}
            onEditRule={() => setEditing({ permission, target, name, dataCollectionId })}
          />
        )}
      </td>
    ))
  const toggle = (id: number) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  const collectionRow = ({ collection, depth, target, above, hasFields }: CollectionRow) => {
    const isOpen = open.has(collection.id)
    const home = collection.idHomeDataCollection
    return (
      <Fragment key={collection.id}>
        <tr>
          <td>
            <span className={classes.name} style={{ paddingLeft: depth * 20 }}>
              {hasFields ? (
                <IconButton
                  glyph={isOpen ? 'chevronDown' : 'chevronRight'}
                  variant="subtle"
                  color="gray"
                  size={28}
                  aria-expanded={isOpen}
                  label={t(isOpen ? 'data.hideFields' : 'data.showFields', { name: collection.pluralName })}
                  onClick={() => toggle(collection.id)}
                />
              ) : (
                <span className={classes.spacer} />
              )}
              <Icon name={collection.icon} size={14} />
              {collection.pluralName}
            </span>
            <Summary
              className={classes.summary}
              depth={depth}
              fields={fieldsOf(collections, home)}
              target={target}
              above={above}
              grants={grants}
            />
          </td>
          {cells(target, collection.pluralName, above, home)}
        </tr>
        {isOpen &&
          collection.DataFields.map((field) => {
            const title = fieldTitle(field, currentLanguage())
            const own: Target = { kind: 'field', id: field.id }
            return (
              <tr key={field.id}>
                <td>
                  <span className={classes.field} style={{ display: 'block' }}>
                    {title}
                  </span>
                </td>
                {cells(own, `${collection.pluralName}, ${title}`, [team, target], home, fieldPermissions)}
              </tr>
            )
          })}
      </Fragment>
    )
  }
  return (
    <>
      <Refusals errors={errors} grants={grants} collections={collections} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('data.title')}>
        <table className={`${table.table} ${classes.table}`} aria-label={t('data.title')}>
          <thead>
            <tr>
              <th scope="col">{t('data.collection')}</th>
              {recordPermissions.map((permission) => (
                <th key={permission} scope="col" className={classes.permission}>
                  {permission === 'read_data_record_metadata' ? (
                    <Tooltip label={t('data.metadataHelp')}>
                      <span>{t(`data.${permission}`)}</span>
                    </Tooltip>
                  ) : (
                    t(`data.${permission}`)
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>
                <strong>{t('data.everything')}</strong>
                <span className={shared.smallLine}>{t('data.everythingHelp')}</span>
              </td>
              {cells(team, t('data.everything'), [], null)}
            </tr>
            {sections.map((section) => {
              const rows = rowsOf(collections, section, search)
              if (rows.length === 0) return null
              return (
                <Fragment key={section}>
                  {section !== 'collections' && (
                    <Heading>{t(section === 'lists' ? 'data.lists' : 'data.internal')}</Heading>
                  )}
                  {rows.map(collectionRow)}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </section>
      <WizardPermissions grants={grants} onChange={onChange} />
      {editing && (
        <RuleDrawer
          name={editing.name}
          permission={editing.permission}
          dataCollectionId={editing.dataCollectionId}
          allowed={allowedOn(grants, editing.permission, editing.target)}
          onApply={(filter) => {
            set(editing.permission, editing.target, filter)
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <tr className={classes.section}>
      <th scope="colgroup" colSpan={recordPermissions.length + 1}>
        {children}
      </th>
    </tr>
  )
}

const noFields: readonly DataField[] = []

function fieldsOf(collections: readonly DataCollection[], home: number): readonly DataField[] {
  return collections.find(({ id }) => id === home)?.DataFields ?? noFields
}

/** Says which rule was refused, and why. */
function Refusals({
  errors,
  grants,
  collections,
}: {
  errors: Readonly<Record<string, string>>
  grants: readonly DataPermissionGrant[]
  collections: readonly DataCollection[]
}) {
  const { t } = useTranslation('roles')
  const texts = Object.entries(errors).map(([path, reason]) => {
    const grant = grants[Number(path.split('.')[1])]
    const collection = collections.find(
      ({ id, DataFields }) =>
        id === grant?.dataCollectionId || DataFields.some((field) => field.id === grant?.dataFieldId),
    )
    return t('data.invalidRule', { name: collection?.pluralName ?? t('data.everything'), reason })
  })
  if (texts.length === 0) return null
  return (
    <div role="alert" className={classes.error}>
      {[...new Set(texts)].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  )
}
