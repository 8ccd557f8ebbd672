/** Values as people read them: one line in lists, more where there is room. */
import type { FieldType } from '@muster/contract/fields/definition'
import { fieldType } from '@muster/contract/fields/types/index'
import type { ReactNode } from 'react'
import type { FieldContext } from '../../field-context.ts'
import type { CellProps, FieldOf } from '../definition.ts'
import classes from './cells.module.css'

/** The text that `fromText` of the same field parses. */
export function copyText<V, S>(value: V, field: FieldOf<S>, context: FieldContext): string {
  const type = fieldType(field.dataType) as unknown as FieldType<V, S>
  return type.toText(value, field.settings, context.text)
}

export function TextCell({ text, variant }: { text: string; variant: CellProps['variant'] }) {
  return <span className={variant === 'line' ? classes.line : classes.block}>{text}</span>
}

export function NumberCell({ children, variant }: { children: ReactNode; variant: CellProps['variant'] }) {
  return <span className={variant === 'line' ? classes.number : classes.tabular}>{children}</span>
}

/** A link that opens its target without leaving the list; clicking it does not open the row. */
export function LinkCell({
  href,
  children,
  variant,
}: {
  href: string
  children: ReactNode
  variant: CellProps['variant']
}) {
  const isWeb = /^https?:/i.test(href)
  return (
    <a
      href={href}
      className={variant === 'line' ? classes.line : classes.block}
      onClick={(event) => event.stopPropagation()}
      {...(isWeb ? { target: '_blank', rel: 'noreferrer noopener' } : {})}
    >
      {children}
    </a>
  )
}

/** A multi-line text on one line. */
export const onOneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ')
