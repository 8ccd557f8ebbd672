import { Glyph } from '../../../../ui/Glyph.tsx'
import classes from '../common/Entry.module.css'
import { TextEntry } from '../common/TextEntry.tsx'
import type { EditorProps } from '../definition.ts'

export const inputs = 'text'

export function Editor(props: EditorProps<string, object>) {
  const { value, context, isCompact } = props
  const open = value && !isCompact && (
    <a
      href={value}
      target="_blank"
      rel="noreferrer noopener"
      className={classes.button}
      aria-label={context.t('fields:url.open')}
    >
      <Glyph name="external" size={14} />
    </a>
  )
  return (
    <TextEntry
      props={props}
      inputMode="url"
      placeholder={isCompact ? undefined : 'https://'}
      rightSection={open || undefined}
    />
  )
}
