/** Linked records as pictures with their name and some fields under each. */
import { useTranslation } from 'react-i18next'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Initials } from '../../../ui/Initials.tsx'
import { FieldValue } from '../../fields/public.ts'
import classes from './LinkedCard.module.css'
import type { ListingProps } from './LinkedCard.tsx'

export function LinkedThumbnails({ teamId, label, records, fields, context, menuOf }: ListingProps) {
  const { t } = useTranslation(['cards', 'records'])
  return (
    <ul className={classes.thumbnails} aria-label={label}>
      {records.map((record) => {
        const name = record.name || t('records:record.unnamed')
        return (
          <li key={record.id} className={classes.thumbnail}>
            <span className={classes.picture}>
              {record.avatar ? (
                <img src={record.avatar} alt="" loading="lazy" />
              ) : (
                <Initials name={name} size={48} />
              )}
            </span>
            <AppLink href={`/team-${teamId}/data-records/${record.id}`} className={classes.name}>
              {name}
            </AppLink>
            {fields.map((field) => (
              <span key={field.id} className={classes.caption}>
                <FieldValue
                  field={field}
                  value={record.values[field.columnName]}
                  recordId={record.id}
                  context={context}
                />
              </span>
            ))}
            <span className={classes.tools}>
              <ActionMenu items={menuOf(record)} label={t('linked.actionsFor', { name })} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
