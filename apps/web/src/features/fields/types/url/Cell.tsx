import { fieldType } from '@muster/contract/fields/types/index'
import { WebPicture } from '../../../files/public.ts'
import type { FieldContext } from '../../field-context.ts'
import { LinkCell } from '../common/cells.tsx'
import type { CellProps, FieldOf } from '../definition.ts'
import classes from './Cell.module.css'

/** Without the parts that every address has. */
export const shortUrl = (url: string): string =>
  url.replace(/^(https?:\/\/(www\.)?|mailto:|tel:)/i, '').replace(/\/$/, '')

/** Where thumbnails of the picture at an address are; null for a field that shows links, and without a record. */
export function pictureOf(
  value: string,
  { id, dataType, settings }: Pick<FieldOf, 'id' | 'dataType' | 'settings'>,
  { pictureUrl }: Pick<FieldContext, 'pictureUrl'>,
  recordId: number | undefined,
): string | null {
  if (recordId === undefined || !fieldType(dataType).showsPicture?.(settings)) return null
  return /^https?:/i.test(value) ? pictureUrl(recordId, id, value) : null
}

export function Cell({ value, field, context, recordId, variant }: CellProps<string, object>) {
  const picture = pictureOf(value, field as FieldOf, context, recordId)
  const link = (
    <LinkCell href={value} variant={variant}>
      {shortUrl(value)}
    </LinkCell>
  )
  if (picture === null) return link
  return variant === 'line' ? (
    <span className={classes.line}>
      <WebPicture url={picture} alt="" sizes="32px" className={classes.small} />
      {link}
    </span>
  ) : (
    <span className={classes.block}>
      <WebPicture url={picture} alt="" sizes="320px" className={classes.big} showsProblem />
      {link}
    </span>
  )
}
